/** Voice chat at one table: its socket, one's own microphone, and the voices of the others. */

import { PROTOCOL } from '../wire/messages';
import type { LiveTable } from '../live/table.svelte';
import { settings } from '../settings/settings.svelte';
import { Captions } from './captions';
import { caption, read, type Heard } from './frames';
import { canTalk, Microphone, RATE } from './microphone';
import { Speaker } from './speaker';
import { forget, speaks, voices } from './voices.svelte';

const FIRST_WAIT = 300;
const LONGEST_WAIT = 4000;

/** Why this browser does not talk. */
export type Trouble = 'insecure' | 'deaf' | 'listenOnly' | 'denied' | 'refused';

export class VoiceChat {
  connected = $state(false);
  /** Whether the microphone is open. */
  open = $state(false);
  testing = $state(false);
  /** How loud I am, from 0 to 255. */
  loudness = $state(0);
  trouble = $state<Trouble | null>(null);
  readonly silenced = $derived.by(() => this.live.seat !== null && voices.silent.includes(this.live.seat));

  #audio: AudioContext | undefined;
  #socket: WebSocket | undefined;
  #speakers = new Map<number, Speaker>();
  #microphone: Microphone | undefined;
  #captions: Captions | undefined;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(readonly live: LiveTable) {
    if (!isSecureContext) this.trouble = 'insecure';
    else if (typeof AudioDecoder === 'undefined') this.trouble = 'deaf';
    else {
      void canTalk().then((can) => (this.trouble ??= can ? null : 'listenOnly'));
      // Browsers play nothing before the first tap on a page.
      if (navigator.userActivation?.hasBeenActive) this.#wake();
      addEventListener('pointerup', this.#wake);
      addEventListener('keydown', this.#wake);
      addEventListener('online', this.#again);
      this.#connect();
    }
  }

  /** By one's own tap only. */
  async toggle(open = !this.open): Promise<void> {
    if (!open) return this.#shut();
    if (this.#microphone) this.#shut();
    await this.#listen(true);
  }

  async test(): Promise<void> {
    if (this.testing) return this.#shut();
    this.#shut();
    await this.#listen(false);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener('pointerup', this.#wake);
    removeEventListener('keydown', this.#wake);
    removeEventListener('online', this.#again);
    this.#shut();
    this.#socket?.close();
    for (const speaker of this.#speakers.values()) speaker.hush();
    void this.#audio?.close();
    forget();
  }

  async #listen(talking: boolean): Promise<void> {
    const microphone = new Microphone(
      this.#sound(),
      (loud) => this.#heardMyself(loud),
      talking ? (frame) => this.#send(frame) : undefined,
    );
    this.#microphone = microphone;
    try {
      await microphone.open();
    } catch {
      this.trouble = 'denied';
      return this.#shut();
    }
    if (this.#microphone !== microphone) return microphone.close();
    this.trouble = null;
    this.open = talking;
    this.testing = !talking;
    if (talking && settings.captions) this.#captions = new Captions((text) => this.#send(caption(text)));
  }

  #shut(): void {
    this.#microphone?.close();
    this.#captions?.close();
    this.#microphone = this.#captions = undefined;
    this.open = this.testing = false;
    this.loudness = 0;
  }

  #heardMyself(loudness: number): void {
    this.loudness = loudness;
    if (this.open && this.live.seat !== null && !this.silenced) speaks(this.live.seat, loudness);
  }

  #send(frame: Uint8Array<ArrayBuffer>): void {
    // What waits is late already; the server would not pass on a silent seat's voice either.
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.OPEN && socket.bufferedAmount < 2000 && !this.silenced) socket.send(frame);
  }

  #sound(): AudioContext {
    this.#audio ??= new AudioContext({ sampleRate: RATE, latencyHint: 'interactive' });
    void this.#audio.resume();
    return this.#audio;
  }

  #wake = (): void => void this.#sound();

  #again = (): void => {
    if (this.connected || this.#closed) return;
    this.#failures = 0;
    this.#connect();
  };

  #connect(): void {
    clearTimeout(this.#timer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const { code, options, table } = this.live;
    // Everybody's address begins with the same code: where there are several nodes, the proxy goes by it.
    const [, key] = code.split('-');
    const socket = new WebSocket(`${scheme}://${location.host}/voice/${table?.code}${key ? `-${key}` : ''}`);
    this.#socket?.close();
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    const token = options.token === undefined ? {} : { token: options.token };
    socket.onopen = () => socket.send(JSON.stringify({ protocol: PROTOCOL, ...token }));
    socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (typeof data !== 'string') this.#hear(read(data));
      else if (JSON.parse(data).again === false) this.trouble = this.#closed || this.live.farewell ? null : 'refused';
    };
    socket.onclose = () => this.#lost(socket);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket || this.#closed) return;
    this.connected = false;
    if (this.trouble === 'refused') return this.#shut();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures++);
    this.#timer = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
  }

  #hear(heard: Heard | null): void {
    switch (heard?.kind) {
      case 'silence':
        this.connected = true;
        this.#failures = 0;
        voices.silent = heard.seats;
        for (const seat of heard.seats) {
          this.#speakers.get(seat)?.hush();
          delete voices.levels[seat];
        }
        return;
      case 'caption':
        return this.live.caption(heard.seat, heard.text);
      case 'sound': {
        if (!this.#audio || this.#audio.state !== 'running') return;
        let speaker = this.#speakers.get(heard.seat);
        if (!speaker) this.#speakers.set(heard.seat, (speaker = new Speaker(this.#audio)));
        speaker.hear(heard);
        speaks(heard.seat, heard.loudness);
      }
    }
  }
}
