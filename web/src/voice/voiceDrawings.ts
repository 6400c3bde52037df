/** Open beaks and the signs of voice chat, which only a table that talks needs. */

import drawings from '../../../src/secret_hitler/drawings/voices.svg?raw';
import { shapes, symbolsOf } from '../drawings/sprite';

for (const [name, inside] of symbolsOf(drawings)) shapes.set(name, inside);
