/** Every drawing once in the document, so that a picture is a few references: shadow, paper edge and print are the same shapes. */

import coats from '../../../src/secret_hitler/drawings/coats.svg?raw';
import envelope from '../../../src/secret_hitler/drawings/envelope.svg?raw';
import parties from '../../../src/secret_hitler/drawings/parties.svg?raw';
import room from '../../../src/secret_hitler/drawings/room.svg?raw';
import signs from '../../../src/secret_hitler/drawings/signs.svg?raw';
import species from '../../../src/secret_hitler/drawings/species.svg?raw';
import tiles from '../../../src/secret_hitler/drawings/tiles.svg?raw';
import wardrobe from '../../../src/secret_hitler/drawings/wardrobe.svg?raw';

export const symbolsOf = (svg: string) =>
  [...svg.matchAll(/<symbol id="([\w-]+)"[^>]*>([^]*?)<\/symbol>/g)].map(([, name, inside]): [string, string] => [
    name!,
    inside!.trim().replace(/>\s+</g, '><'),
  ]);

/** By name, what a drawing is made of. */
export const shapes = new Map([species, wardrobe, coats, room, parties, tiles, signs, envelope].flatMap(symbolsOf));

/** A symbol would clip what sticks out of its box, as hats do; a group does not. */
const groups = [...shapes].map(([name, inside]) => `<g id="${name}">${inside}</g>`).join('');
/** Patterns end where the coat ends. */
export const CLOTH = `<defs><clipPath id="cloth">${shapes.get('coat')}</clipPath></defs>`;

// What is only referred to needs no place of its own in the layout; a clip path does.
document.body.insertAdjacentHTML(
  'afterbegin',
  `<svg class="sprite" aria-hidden="true" focusable="false">${CLOTH}</svg><svg class="shapes" aria-hidden="true" focusable="false">${groups}</svg>`,
);
