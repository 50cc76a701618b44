// The engine that lies beside the page, in a worker of its own. It is fetched at run time, so that a page on any host,
// in any folder, finds it.

import type { createEngine as CreateEngine } from '../engine/lib/index';
import type { StartEngine } from './engine';

/** Threads need a page that is cross-origin isolated; elsewhere only one can be had. */
export function mostThreads(): number {
  return globalThis.crossOriginIsolated ? Math.max(1, Math.min(8, navigator.hardwareConcurrency)) : 1;
}

// A browser remembers that it could not import an address, so that another try needs another one.
let failures = 0;

export function startEngine(threads: number): StartEngine {
  return async (onLine, onEnd) => {
    if (typeof WebAssembly !== 'object') throw new Error('WebAssembly is not there');
    const base = new URL('engine/', document.baseURI).href;
    const { createEngine } = await load(`${base}index.js${failures > 0 ? `?again=${failures}` : ''}`);
    return createEngine({
      base,
      threads: threads > 1,
      onLine,
      onEnd: (status, error) => onEnd(error?.message ?? String(status)),
    });
  };
}

async function load(address: string): Promise<{ createEngine: typeof CreateEngine }> {
  try {
    return (await import(/* @vite-ignore */ address)) as { createEngine: typeof CreateEngine };
  } catch (error) {
    failures++;
    throw error;
  }
}
