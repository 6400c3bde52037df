/** Runs the game's Python. What is secret stays here until the rules show it to somebody; the page gets the messages of a server. */

import { loadPyodide, type PyodideAPI } from 'pyodide';
import type { PyProxy } from 'pyodide/ffi';
import type { FromWorker, Listing, ToWorker } from './messages';
import { KeyValueStore, type Texts } from './keyValueStore';

type Answer = PyProxy & { status: number; kind: string; body: PyProxy };
type Engine = PyProxy & {
  ask: (method: string, path: string, body: unknown, remembered: boolean) => Promise<Answer>;
  connect: (line: number, code: string, goesRound: boolean) => void;
  cover: (line: number, covered: boolean) => void;
  receive: (line: number, text: string) => Promise<void>;
  disconnect: (line: number) => void;
};

const COUNTED = ['wasm', 'library', 'game'];
const tell = (message: FromWorker, passed: Transferable[] = []) => self.postMessage(message, { transfer: passed });

let base = '';
let listing: Listing;
let python: PyodideAPI;
let engine: Engine;
let printing: Promise<void> | undefined;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'start')
    void start(data.base).then(
      () => tell({ type: 'ready' }),
      (error: unknown) => tell({ type: 'failed', reason: String(error) }),
    );
  else if (data.type === 'ask') void ask(data);
  else if (data.type === 'open') engine.connect(data.line, data.code, data.goesRound);
  else if (data.type === 'cover') engine.cover(data.line, data.covered);
  else if (data.type === 'send')
    void engine.receive(data.line, data.text).catch(() => tell({ type: 'closed', line: data.line }));
  else engine.disconnect(data.line);
};

async function start(from: string): Promise<void> {
  base = from;
  listing = (await (await fetch(`${base}engine.json`, { cache: 'no-cache' })).json()) as Listing;
  const total = COUNTED.flatMap((kind) => listing.files[kind]!).reduce((sum, { bytes }) => sum + bytes, 0);
  let loaded = 0;
  const count = (bytes: number) => tell({ type: 'progress', loaded: (loaded += bytes), total });
  const module = import(/* @vite-ignore */ address(listing.files.pyodide![0]!.name)) as Promise<{ default: never }>;
  const [wasm, library, game] = await Promise.all([part('wasm', count), part('library', count), part('game', count)]);
  // Pyodide asks for two files by names of its own; both are here already, and were compared with their hashes.
  const given = self.fetch;
  self.fetch = async (asked, init) => {
    const name = String(asked);
    if (name.endsWith('pyodide.asm.wasm')) return expanded(wasm, 'application/wasm');
    return name.endsWith('python_stdlib.zip') ? expanded(library) : given(asked, init);
  };
  python = await loadPyodide({
    indexURL: base,
    createPyodideModule: (await module).default,
    lockFileContents: JSON.stringify({ info: listing.info, packages: {} }),
    packageBaseUrl: base,
  } as Parameters<typeof loadPyodide>[0]);
  self.fetch = given;
  python.unpackArchive(await expanded(game).arrayBuffer(), 'zip', { extractDir: '/lib/game' });
  const store = await KeyValueStore.open();
  const texts = (given: PyProxy) =>
    given.toJs({ dict_converter: (pairs: Iterable<[string, string | undefined]>) => [...pairs] }) as Texts;
  const kept = {
    get: (key: string) => store.get(key),
    items: async (prefix: string) => python.toPy(await store.items(prefix)) as unknown,
    write: (changes: PyProxy, expected: PyProxy) => store.write(texts(changes), texts(expected)),
  };
  const Engine = python.runPython(
    'import sys; sys.path.insert(0, "/lib/game"); from secret_hitler.offline.engine import Engine; Engine',
  ) as (...parts: unknown[]) => Engine;
  engine = Engine(
    kept,
    (line: number, text: string) => tell({ type: 'told', line, text }),
    (line: number) => tell({ type: 'closed', line }),
  );
}

const address = (name: string) => `${base}engine/${name}`;

/** A file in the pieces that the build made: the browser refuses any other. */
async function part(kind: string, count: (bytes: number) => void = () => undefined): Promise<Blob> {
  const pieces = listing.files[kind]!.map(async ({ name, bytes, integrity }) => {
    const answer = await fetch(address(name), { integrity });
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    const piece = await answer.blob();
    count(bytes);
    return piece;
  });
  return new Blob(await Promise.all(pieces));
}

const expanded = (packed: Blob, kind = 'application/zip') =>
  new Response(packed.stream().pipeThrough(new DecompressionStream('gzip')), { headers: { 'content-type': kind } });

async function ask({ id, method, path, body, remembered }: Extract<ToWorker, { type: 'ask' }>): Promise<void> {
  try {
    if (path.startsWith('/api/cards')) await (printing ??= loadPrinter());
    const answer = await engine.ask(method, path, python.toPy(new TextEncoder().encode(body)), remembered);
    const content = answer.body.toJs() as Uint8Array<ArrayBuffer>;
    tell({ type: 'answer', id, status: answer.status, kind: answer.kind, body: content }, [content.buffer]);
    answer.destroy();
  } catch (error) {
    console.error(error);
    tell({ type: 'answer', id, status: 500, kind: 'text/plain', body: new Uint8Array() });
  }
}

async function loadPrinter(): Promise<void> {
  python.unpackArchive(await (await part('printing')).arrayBuffer(), 'zip', { extractDir: '/lib/game' });
  python.runPython('import importlib; importlib.invalidate_caches()');
}
