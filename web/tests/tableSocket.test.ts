import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TableSocket, type ConnectionState } from '../src/live/tableSocket';
import { PROTOCOL, type AnyMessage } from '../src/wire/messages';

class Socket {
  static all: Socket[] = [];
  sent: { type?: string; id?: string; protocol?: number }[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
  hears(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const last = () => Socket.all.at(-1)!;
let heard: AnyMessage[];
let connections: ConnectionState[];
let line: TableSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  Socket.all = [];
  heard = [];
  connections = [];
  line = new TableSocket('ws://table', {
    hello: () => ({ protocol: PROTOCOL, seq: 7, game: 2 }),
    message: (message) => heard.push(message),
    connection: (connection) => connections.push(connection),
  });
});
afterEach(() => {
  line.close();
  vi.useRealTimers();
});

function welcome() {
  last().onopen?.();
  last().hears({ type: 'Welcome' });
}

describe('the line to a table', () => {
  it('says hello with the last update it has', () => {
    last().onopen?.();
    expect(last().sent[0]).toEqual({ protocol: PROTOCOL, seq: 7, game: 2 });
  });

  it('keeps commands until it was welcomed', () => {
    line.send({ type: 'Start' });
    expect(last().sent).toEqual([]);
    welcome();
    expect(last().sent[1]).toMatchObject({ type: 'Start' });
  });

  it('sends an unanswered command again, with the same id, on a new connection', () => {
    welcome();
    const id = line.send({ type: 'Say', text: 'hello' });
    last().onclose?.();
    expect(connections.at(-1)).toBe('waiting');
    vi.advanceTimersByTime(1000);
    welcome();
    expect(Socket.all).toHaveLength(2);
    expect(last().sent[1]).toMatchObject({ type: 'Say', id });
  });

  it('does not send an answered command again', () => {
    welcome();
    const id = line.send({ type: 'Start' });
    last().hears({ type: 'Done', id });
    last().onclose?.();
    vi.advanceTimersByTime(1000);
    welcome();
    expect(last().sent).toHaveLength(1);
  });

  it('waits longer after each failure, and never more than eight seconds', () => {
    for (let failure = 0; failure < 8; failure++) {
      last().onclose?.();
      vi.advanceTimersByTime(8000);
      expect(Socket.all).toHaveLength(failure + 2);
    }
  });

  it('connects at once when the network is back', () => {
    welcome();
    dispatchEvent(new Event('offline'));
    expect(connections.at(-1)).toBe('waiting');
    dispatchEvent(new Event('online'));
    expect(Socket.all).toHaveLength(2);
  });

  it('stays away after a goodbye for good', () => {
    welcome();
    last().hears({ type: 'Goodbye', reason: 'banned', again: false });
    last().onclose?.();
    vi.advanceTimersByTime(60_000);
    expect(Socket.all).toHaveLength(1);
    expect(connections.at(-1)).toBe('closed');
  });
});
