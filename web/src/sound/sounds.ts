/** Short, dry sounds made on the spot: paper, stamp, gavel, bell. */

import { settings } from '../settings/settings.svelte';

export type Sound = 'paper' | 'stamp' | 'gavel' | 'bell' | 'clunk' | 'shot' | 'low';

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound || document.hidden) return;
  if (!context) return prepare();
  try {
    if (context.state === 'suspended') void context.resume();
    if (context.state === 'running') SOUNDS[sound](context);
  } catch {
    // No sound is no reason to stop a game.
  }
}

/** To open the sound device takes a tenth of a second, which no animation should wait for. */
function prepare(): void {
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200));
  idle(() => {
    if (!settings.sound) return;
    context ??= new AudioContext();
    void context.resume().catch(() => undefined);
  });
}

/** Browsers let a page sound only after it was touched. */
addEventListener('pointerdown', prepare, { once: true });

const SOUNDS: Record<Sound, (audio: AudioContext) => void> = {
  paper: (audio) => noise(audio, 0.12, 2600, 0.12),
  stamp: (audio) => {
    noise(audio, 0.08, 300, 0.5);
    tone(audio, 90, 0.1, 0.4, 'sine', 50);
  },
  gavel: (audio) => {
    for (const at of [0, 0.16]) tone(audio, 180, 0.08, 0.4, 'triangle', 90, at);
  },
  bell: (audio) => {
    tone(audio, 1320, 0.7, 0.12, 'sine', 1318);
    tone(audio, 2640, 0.4, 0.05, 'sine', 2636);
  },
  clunk: (audio) => tone(audio, 140, 0.07, 0.3, 'square', 110),
  shot: (audio) => noise(audio, 0.3, 700, 0.5),
  low: (audio) => tone(audio, 70, 1.1, 0.25, 'sawtooth', 55),
};

function tone(audio: AudioContext, from: number, length: number, loud: number, type: OscillatorType, to: number, delay = 0): void {
  const start = audio.currentTime + delay;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

function noise(audio: AudioContext, length: number, cutoff: number, loud: number): void {
  const samples = Math.floor(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  filter.type = 'lowpass';
  filter.frequency.value = cutoff;
  gain.gain.value = loud;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}
