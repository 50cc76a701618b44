// The engine that lies beside the page, in a worker of its own. It is fetched at run time, so that a page on any host,
// in any folder, finds it.

import type { createEngine as CreateEngine } from '../engine/lib/index';
import type { StartEngine } from './engine';

/** Threads need a page that is cross-origin isolated; elsewhere only one can be had. */
export function mostThreads(): number {
  return globalThis.crossOriginIsolated ? Math.max(1, Math.min(8, navigator.hardwareConcurrency)) : 1;
}

export function startEngine(threads: number, onEnd: (reason: string) => void): StartEngine {
  return async (onLine) => {
    try {
      const base = new URL('engine/', document.baseURI).href;
      const { createEngine } = (await import(/* @vite-ignore */ `${base}index.js`)) as { createEngine: typeof CreateEngine };
      return createEngine({
        base,
        threads: threads > 1,
        onLine,
        onEnd: (status, error) => onEnd(error?.message ?? String(status)),
      });
    } catch (error) {
      onEnd(error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
}
