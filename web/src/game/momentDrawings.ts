/** What only one moment shows: the hatching cuckoo, a shot, the wing with the cards. */

import drawings from '../../../src/secret_hitler/drawings/moments.svg?raw';
import { shapes, symbolsOf } from '../drawings/sprite';

for (const [name, inside] of symbolsOf(drawings)) shapes.set(name, inside);
