/** What one can look like, and what everybody at this table looks like. */

import type { Appearance } from '../wire/messages';

export const BIRDS = ['pigeon', 'gull', 'hen', 'kingfisher', 'parrot', 'sparrow', 'pelican', 'puffin'];
export const HATS = ['top', 'bowler', 'beret', 'cloche', 'monocle', 'feather', 'flatcap', 'boater', 'bun', 'aviator'];
export const COATS = 10;

/** What the chairs of the table wear; a page that shows a table sets it. */
export const worn = $state<{ looks: Appearance[] }>({ looks: [] });

/** Without a choice of their own, ten players differ in bird, hat and coat. */
export function lookOf(seat: number): Appearance {
  return worn.looks[seat] ?? { bird: seat % BIRDS.length, hat: seat % HATS.length, coat: seat % COATS };
}
