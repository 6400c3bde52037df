/** The engine in this page: the game's own Python in a worker, asked like a server. It is loaded when somebody needs it. */

import engineWords from 'catalogue:engine';
import { bring, say } from '../words/speak.svelte';
import EngineWorker from './engineWorker?worker';
import type { DeviceTable } from '../live/tableSocket';
import type { FromWorker, ToWorker } from './messages';

/** How far the engine has come; `loaded` of `total` bytes. */
export const engine = $state({ state: 'none' as 'none' | 'loading' | 'ready' | 'failed', loaded: 0, total: 1 });

bring(engineWords);

/** What there is to say of it to whoever waits; nothing once it is there. */
export function engineInWords(): string {
  const n = Math.round((100 * engine.loaded) / engine.total);
  if (engine.state === 'failed') return say('engine.failed');
  return engine.state === 'loading' ? say(n < 100 ? 'engine.loading' : 'engine.starting', { n }) : '';
}

type Ready = { post: (message: ToWorker) => void };

let starting: Promise<Ready> | null = null;
let number = 0;
const asked = new Map<number, (answer: Response) => void>();
const lines = new Map<number, EngineSocket>();

function start(): Promise<Ready> {
  starting ??= new Promise<Ready>((resolve, reject) => {
    engine.state = 'loading';
    const worker = new EngineWorker();
    const post = (message: ToWorker) => worker.postMessage(message);
    const fail = () => {
      engine.state = 'failed';
      starting = null;
      worker.terminate();
      for (const line of [...lines.values()]) line.lost();
      reject(new TypeError('the engine cannot be loaded'));
    };
    worker.onerror = fail;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === 'failed') fail();
      else if (data.type === 'ready') {
        engine.state = 'ready';
        resolve({ post });
      } else hear(data);
    };
    post({ type: 'start', base: new URL(import.meta.env.BASE_URL, document.baseURI).href });
  });
  return starting;
}

function hear(message: Exclude<FromWorker, { type: 'ready' | 'failed' }>): void {
  switch (message.type) {
    case 'progress':
      engine.loaded = message.loaded;
      engine.total = message.total;
      return;
    case 'answer':
      asked.get(message.id)?.(
        new Response(message.body, { status: message.status, headers: { 'content-type': message.kind } }),
      );
      asked.delete(message.id);
      return;
    case 'told':
      lines.get(message.line)?.onmessage?.({ data: message.text });
      return;
    case 'closed':
      lines.get(message.line)?.lost();
  }
}

/** As fetch; whoever is let in with a cookie is known on this device from then on. */
export async function ask(path: string, init: RequestInit): Promise<Response> {
  const { post } = await start();
  const id = number++;
  return new Promise((resolve) => {
    asked.set(id, resolve);
    post({
      type: 'ask',
      id,
      method: init.method ?? 'GET',
      path,
      body: String(init.body ?? ''),
      remembered: init.credentials !== 'omit',
    });
  });
}

/** As a WebSocket to a table on this device. */
export class EngineSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  #line = number++;
  #post: Ready['post'] | undefined;

  constructor(device: DeviceTable) {
    lines.set(this.#line, this);
    start().then(
      ({ post }) => {
        if (!lines.has(this.#line)) return;
        this.#post = post;
        post({ type: 'open', line: this.#line, ...device });
        this.onopen?.();
      },
      () => this.lost(),
    );
  }

  send(text: string): void {
    this.#post?.({ type: 'send', line: this.#line, text });
  }

  /** Whether the engine keeps what is secret about the seat of this line to itself. */
  cover(covered: boolean): void {
    this.#post?.({ type: 'cover', line: this.#line, covered });
  }

  close(): void {
    lines.delete(this.#line);
    this.#post?.({ type: 'close', line: this.#line });
  }

  lost(): void {
    if (lines.delete(this.#line)) this.onclose?.();
  }
}
