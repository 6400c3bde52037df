/** What goes between the page and its worker: questions as over HTTP, lines as over WebSocket. */

/** `engine.json`, as web/pack.py writes it. */
export type Listing = {
  info: Record<string, string>;
  files: Record<string, { name: string; bytes: number; integrity: string }[]>;
};

export type ToWorker =
  | { type: 'start'; base: string }
  | { type: 'ask'; id: number; method: string; path: string; body: string; remembered: boolean }
  | { type: 'open'; line: number; code: string; goesRound: boolean }
  | { type: 'cover'; line: number; covered: boolean }
  | { type: 'send'; line: number; text: string }
  | { type: 'close'; line: number };

export type FromWorker =
  | { type: 'progress'; loaded: number; total: number }
  | { type: 'ready' }
  | { type: 'failed'; reason: string }
  | { type: 'answer'; id: number; status: number; kind: string; body: Uint8Array<ArrayBuffer> }
  | { type: 'told'; line: number; text: string }
  | { type: 'closed'; line: number };
