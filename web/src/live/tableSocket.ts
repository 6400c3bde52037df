/** One WebSocket to a table that mends itself: it connects again by itself and sends unanswered commands once more. */

import type { AnyCommand, AnyMessage, Hello } from '../wire/messages';

/** A command before it got its id. */
export type Request = AnyCommand extends infer C ? (C extends { id: string } ? Omit<C, 'id'> : never) : never;

export type ConnectionState = 'connecting' | 'open' | 'waiting' | 'closed';

export type Callbacks = {
  hello: () => Hello;
  message: (message: AnyMessage) => void;
  connection: (connection: ConnectionState) => void;
};

/** A table of this device, and whether this is a seat of one phone for all. */
export type DeviceTable = { code: string; goesRound: boolean };

/** A WebSocket, or what stands for it at a table of this device. */
type Socket = Pick<WebSocket, 'send' | 'close'> & {
  onopen: unknown;
  onmessage: unknown;
  onclose: unknown;
  cover?: (covered: boolean) => void;
};

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** A phone that slept longer than this has a socket that only looks alive. */
const STALE_AFTER = 20_000;

export class TableSocket {
  #socket: Socket | null = null;
  #unanswered = new Map<string, AnyCommand>();
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #welcomed = false;
  #hiddenSince: number | null = null;
  #closed = false;
  #covered = true;

  constructor(
    readonly url: string,
    readonly callbacks: Callbacks,
    readonly device: DeviceTable | null = null,
  ) {
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#sleep);
    document.addEventListener('visibilitychange', this.#look);
    this.#connect();
  }

  send(request: Request): string {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`.slice(0, 40);
    const command = { ...request, id } as AnyCommand;
    this.#unanswered.set(id, command);
    if (this.#welcomed) this.#post(command);
    return id;
  }

  /** A table of this device tells a seat its secrets while the owner holds the phone. */
  cover(covered: boolean): void {
    this.#covered = covered;
    if (this.#welcomed) this.#socket?.cover?.(covered);
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#sleep);
    document.removeEventListener('visibilitychange', this.#look);
    clearTimeout(this.#timer);
    this.#drop();
    this.callbacks.connection('closed');
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#drop();
    this.callbacks.connection('connecting');
    const { device } = this;
    if (!device) return this.#use(new WebSocket(this.url));
    import('../engine/engine.svelte').then(
      ({ EngineSocket }) => this.#closed || this.#socket || this.#use(new EngineSocket(device)),
      () => this.#lost(null),
    );
  }

  #use(socket: Socket): void {
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.callbacks.hello()));
    socket.onmessage = (event: { data: unknown }) => this.#receive(JSON.parse(String(event.data)) as AnyMessage);
    socket.onclose = () => this.#lost(socket);
  }

  #receive(message: AnyMessage): void {
    if (message.type === 'Done' || message.type === 'Refused') this.#unanswered.delete(message.id);
    if (message.type === 'Goodbye' && !message.again) this.#closed = true;
    this.callbacks.message(message);
    if (message.type !== 'Welcome') return;
    if (this.#welcomed) return;
    if (!this.#covered) this.#socket?.cover?.(false);
    this.#welcomed = true;
    this.#failures = 0;
    this.callbacks.connection('open');
    for (const command of this.#unanswered.values()) this.#post(command);
  }

  #lost(socket: Socket | null): void {
    if (socket !== this.#socket) return;
    this.#drop();
    if (this.#closed) return this.callbacks.connection('closed');
    this.callbacks.connection('waiting');
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures++);
    this.#timer = setTimeout(() => this.#connect(), longest * (0.5 + Math.random() / 2));
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    if (!socket) return;
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
  }

  #post(command: AnyCommand): void {
    this.#socket?.send(JSON.stringify(command));
  }

  #wake = (): void => {
    if (this.#closed || this.#welcomed) return;
    this.#failures = 0;
    this.#connect();
  };

  #sleep = (): void => {
    if (this.#closed || this.device) return;
    this.#drop();
    clearTimeout(this.#timer);
    this.callbacks.connection('waiting');
  };

  #look = (): void => {
    if (this.#closed) return;
    if (document.hidden) {
      this.#hiddenSince = Date.now();
      return;
    }
    const slept = this.#hiddenSince !== null && Date.now() - this.#hiddenSince > STALE_AFTER;
    this.#hiddenSince = null;
    if (slept) this.#welcomed = false;
    this.#wake();
  };
}
