/** Who speaks and who must be silent, as the relay says; what the birds around the table show. */

type Voices = {
  /** How loud, from 1 to 3, by seat; only those who speak now. */
  levels: Record<number, number>;
  /** Seats that nobody hears: in session, or dead. */
  silent: number[];
};

export const voices: Voices = $state({ levels: {}, silent: [] });

/** Before a beak and beside the microphone: the louder, the more of them. */
export const ARCS = ['M0-7Q5 0 0 7', 'M5-13Q14 0 5 13', 'M10-19Q23 0 10 19'];

/** After so many milliseconds without a sound a beak closes. */
const RELEASE = 200;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

export function speaks(seat: number, loudness: number): void {
  const level = loudness < 40 ? 0 : Math.min(3, Math.ceil((loudness - 39) / 72));
  if (!level) return;
  voices.levels[seat] = level;
  clearTimeout(timers.get(seat));
  timers.set(
    seat,
    setTimeout(() => delete voices.levels[seat], RELEASE),
  );
}

export function forget(): void {
  Object.assign(voices, { levels: {}, silent: [] });
}
