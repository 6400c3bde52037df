/** Who won and who lost, as they look at the end: nothing before it needs them. */

import drawings from '../../../src/secret_hitler/drawings/moods.svg?raw';
import { shapes, symbolsOf } from '../drawings/sprite';

for (const [name, inside] of symbolsOf(drawings)) shapes.set(name, inside);
