export interface EngineOptions {
  /** The artefact with threads, or the one without. Not given: threads where the page is cross-origin isolated, and in node. */
  threads?: boolean;
  /** Called with each line that the engine prints, without its newline. */
  onLine?: (line: string) => void;
  /** Called once when the engine has ended, after `quit` with status 0; not after terminate(). */
  onEnd?: (status: number, error?: Error) => void;
  /** Where the files of dist/ are, if not beside index.js: their folder's address, ending in a slash. */
  base?: string | URL;
}

export interface Engine {
  /** Hands a line of the protocol to the engine, at any time, also during a search. */
  send(line: string): void;
  /** Ends the engine at once, without an answer to what it is doing. */
  terminate(): Promise<void>;
}

/** Starts an engine of its own in a worker. Lines may be sent at once; they wait until it is there. */
export function createEngine(options?: EngineOptions): Engine;
