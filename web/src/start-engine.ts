// Which engine the page runs.

import type { StartEngine } from './engine';

declare const NATIVE: boolean;

export function startEngine(): StartEngine {
  return async (onLine) => {
    const { startNative } = await import('./native');
    return startNative(onLine);
  };
}
