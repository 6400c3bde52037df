/** A small score made on the spot: the tone of the room, and one short, dry sound a moment. */

import { settings } from '../settings/settings.svelte';

export type Sound =
  'paper' | 'seal' | 'roll' | 'stamp' | 'gavel' | 'bell' | 'clunk' | 'shot' | 'low' | 'spill' | 'crack' | 'fanfare';

let context: AudioContext | null = null;
let master: GainNode | null = null;
let room: { gain: GainNode; filter: BiquadFilterNode; drone: OscillatorNode; drones: GainNode } | null = null;
let danger = 0;

export function play(sound: Sound): void {
  if (!settings.sound || document.hidden) return;
  if (!context) return prepare();
  try {
    if (context.state === 'suspended') void context.resume();
    if (context.state === 'running') SOUNDS[sound]();
  } catch {
    // No sound is no reason to stop a game.
  }
}

/** How dangerous it is, from 0 to 1: the room hums lower and closer. Null where no game is played. */
export function roomTone(level: number | null): void {
  danger = level ?? 0;
  if (level !== null && context && master && !room) room = openRoom(context, master);
  if (!room || !context) return;
  const now = context.currentTime;
  room.gain.gain.setTargetAtTime(level === null || !settings.sound ? 0 : 0.02 + danger * 0.03, now, 1.5);
  room.filter.frequency.setTargetAtTime(420 - danger * 260, now, 1.5);
  room.drone.frequency.setTargetAtTime(62 - danger * 14, now, 2);
  room.drones.gain.setTargetAtTime(danger * 0.6, now, 2);
}

/** Loudness and silence take effect at once. */
export function setVolume(): void {
  if (master && context) master.gain.setTargetAtTime(settings.sound ? settings.volume : 0, context.currentTime, 0.05);
}

/** To open the sound device takes a tenth of a second, which no animation should wait for. */
function prepare(): void {
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200));
  idle(() => {
    if (!settings.sound || context) return;
    context = new AudioContext();
    master = context.createGain();
    master.gain.value = settings.volume;
    master.connect(context.destination);
    void context.resume().catch(() => undefined);
  });
}

/** Browsers let a page sound only after it was touched. */
addEventListener('pointerdown', prepare, { once: true });

const BEATS = 26;
const SOUNDS: Record<Sound, () => void> = {
  paper: () => noise(0.12, 2600, 0.12),
  seal: () => {
    noise(0.05, 1800, 0.3);
    noise(0.12, 900, 0.2, 0.07);
  },
  roll: () =>
    noise(1.3, 500, 1, 0, (left) => (1 - ((BEATS * (1 - left)) % 1)) ** 2 * (0.05 + BEATS * (1 - left) * 0.006)),
  stamp: () => {
    noise(0.08, 300, 0.5);
    tone(90, 0.1, 0.4, 'sine', 50);
  },
  gavel: () => {
    for (const at of [0, 0.16]) tone(180, 0.08, 0.4, 'triangle', 90, at);
  },
  bell: () => {
    tone(1320, 0.7, 0.12, 'sine', 1318);
    tone(2640, 0.4, 0.05, 'sine', 2636);
  },
  clunk: () => tone(140, 0.07, 0.3, 'square', 110),
  shot: () => {
    noise(0.35, 900, 0.7);
    tone(70, 0.5, 0.4, 'sine', 30);
  },
  low: () => tone(70, 1.1, 0.25, 'sawtooth', 55),
  spill: () => {
    for (const at of [0, 0.09, 0.16, 0.3]) noise(0.07, 1400, 0.25, at);
  },
  crack: () => {
    for (const at of [0, 0.12, 0.2]) noise(0.04, 3200, 0.4, at);
    tone(110, 1.4, 0.25, 'sawtooth', 65, 0.3);
  },
  fanfare: () => [392, 494, 587, 784].forEach((pitch, step) => tone(pitch, 0.5, 0.14, 'triangle', pitch, step * 0.14)),
};

function tone(from: number, length: number, loud: number, type: OscillatorType, to: number, delay = 0): void {
  const start = context!.currentTime + delay;
  const oscillator = context!.createOscillator();
  const gain = context!.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(master!);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** One for each length, made when it is first heard: no moment waits for random numbers. */
const rustles = new Map<number, AudioBuffer>();

function noise(length: number, cutoff: number, loud: number, delay = 0, fade = (left: number) => left ** 2): void {
  const source = context!.createBufferSource();
  const filter = context!.createBiquadFilter();
  const gain = context!.createGain();
  filter.type = 'lowpass';
  filter.frequency.value = cutoff;
  gain.gain.value = loud;
  if (!rustles.has(length)) rustles.set(length, rustle(context!, length, fade));
  source.buffer = rustles.get(length)!;
  source.connect(filter).connect(gain).connect(master!);
  source.start(context!.currentTime + delay);
}

/** Random samples; `fade` shapes them by how much of the length is left. */
function rustle(audio: AudioContext, length: number, fade: (left: number) => number): AudioBuffer {
  const samples = Math.floor(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * fade(1 - i / samples);
  return buffer;
}

function openRoom(audio: AudioContext, out: GainNode): NonNullable<typeof room> {
  const air = audio.createBufferSource();
  const [filter, gain, drones, drone] = [
    audio.createBiquadFilter(),
    audio.createGain(),
    audio.createGain(),
    audio.createOscillator(),
  ];
  air.buffer = rustle(audio, 3, () => 1);
  air.loop = true;
  filter.type = 'lowpass';
  gain.gain.value = 0;
  drones.gain.value = 0;
  drone.type = 'sawtooth';
  air.connect(filter);
  drone.connect(drones).connect(filter);
  filter.connect(gain).connect(out);
  air.start();
  drone.start();
  return { gain, filter, drone, drones };
}
