/** Every drawing once in the document, so that a picture is a few references: shadow, paper edge and print are the same shapes. */

import coats from '../../../src/secret_hitler/drawings/coats.svg?raw';
import envelope from '../../../src/secret_hitler/drawings/envelope.svg?raw';
import parties from '../../../src/secret_hitler/drawings/parties.svg?raw';
import room from '../../../src/secret_hitler/drawings/room.svg?raw';
import signs from '../../../src/secret_hitler/drawings/signs.svg?raw';
import species from '../../../src/secret_hitler/drawings/species.svg?raw';
import tiles from '../../../src/secret_hitler/drawings/tiles.svg?raw';
import wardrobe from '../../../src/secret_hitler/drawings/wardrobe.svg?raw';

/** A symbol would clip what sticks out of its box, as hats do; a group does not. */
export function groups(svg: string): string {
  return [...svg.matchAll(/<symbol id="([\w-]+)"[^>]*>([^]*?)<\/symbol>/g)].map(([, name, inside]) => `<g id="${name}">${inside!.trim()}</g>`).join('');
}

const drawn = [species, wardrobe, coats, room, parties, tiles, signs, envelope].map(groups).join('');
/** Patterns end where the coat ends. */
const [coat] = coats.match(/<path [^>]+>/)!;
export const DEFS = `<clipPath id="cloth">${coat}</clipPath>${drawn}`;

document.body.insertAdjacentHTML('afterbegin', `<svg class="sprite" aria-hidden="true" focusable="false"><defs>${DEFS}</defs></svg>`);
