/** Paper, ink and two strong colours: in the light scheme, in the dark one, and in both with more contrast; a dash changes nothing.
 * `on-*` is what may be printed on a colour. tests/contrast.test.ts checks every pair. */
export const COLORS = {
  paper: '#f4ead5 #1b1a1d #fffaf0 #0e0d10',
  table: '#e6d7b8 #26242a #f5ead2 #17161a',
  sheet: '#fbf5e6 #2b2830 #ffffff #1f1d23',
  ink: '#1e1a17 #efe6d3 #0c0a08 #fffaf0',
  faint: '#5c5142 #b8ad99 #3c342a #ded4c2',
  line: '#b3a17c #5d5866 #544a3a #a49c90',
  liberal: '#17606c #5fb4bf #0b434d #9be0e9',
  'on-liberal': '#f4ead5 #10191b #ffffff #06090a',
  fascist: '#9e2d26 #e0705f #7a1510 #ffa99b',
  'on-fascist': '#f8efdf #1f100e #ffffff #0d0504',
  brass: '#6f5413 #d9b25a #4c3806 #f3d384',
  'on-brass': '#fbf5e6 #1d170a #ffffff #0c0903',
  shade: '#1e1a1722 #00000055',
  gold: '#d9b25a',
  print: '#1e1a17',
  chalk: '#f4ead5',
  card: '#fbf5e6',
  buff: '#d9cba6',
  teal: '#17606c',
  red: '#9e2d26',
  cast: '#0c0e1466',
  plate: '#fbf5e6 #2b2830 #ffffff #0e0d10',
  edge: '#fbf5e6 #c9bea8',
  shadow: '#0c0e14',
  fall: '#0c0e1466 #00000080',
  bar: '#12171a',
  'on-bar': '#f4ead5',
  'board-l': '#17606c #123f47 #0b434d',
  'board-l2': '#0e434c #0b2a30 #062a31',
  'slot-l': '#5fb4bf - #ffffff',
  'board-f': '#9e2d26 #6b201b #7a1510',
  'board-f2': '#6f1a16 #471310 #4d0a07',
  'board-f3': '#4e100d #300b09 #330504',
  'slot-f': '#e0705f - #ffffff',
  'slot-pile': '#5c5142',
  'board-edge': '#fbf5e6 #6f8f90',
  'on-board': '#f4ead5 - #ffffff',
  peril: '#f6c9be - #ffffff',
  'warm-wall': '#7a4a22 #33200f #000000 #000000',
  'cold-wall': '#222b30 #12171a #000000 #000000',
  'warm-stripe': '#8a5629 #3b2613 #000000 #000000',
  'cold-stripe': '#2b363c #181f23 #000000 #000000',
  'warm-floor': '#4a2a14 #1d1008 #000000 #000000',
  'cold-floor': '#161b1f #0b0e10 #000000 #000000',
  'warm-wood': '#8a5a32 #4a3019 #2a1708 #4a3422',
  'cold-wood': '#6b4a30 #3a2819 #241811 #3a2819',
  'warm-felt': '#d3a968 #5a4526 #f3e6c8 #17130c',
  'cold-felt': '#9c957d #3f3b31 #e6e2d6 #141412',
  'frost-felt': '#565c60 #2a2e30 #dfe3e5 #121516',
  'warm-lit': '#f8e3ae #85693b #fffdf5 #262016',
  'cold-lit': '#eae2cc #635d4b #ffffff #22211e',
  'frost-lit': '#ccd3d6 #4b5154 #ffffff #1d2123',
} as const;

/** Ten coats that stay apart for colour-blind eyes, in three colours each; their patterns differ too. */
export const COATS = [
  '#c9982e #8a6414 #1e1a17',
  '#37343a #8e8a92 #d9b25a',
  '#6b4668 #452a45 #ead9b0',
  '#6e7337 #474b20 #d9b25a',
  '#4f6690 #33456a #f1e4c6',
  '#b98a5e #7f5a36 #37343a',
  '#8f8c86 #615e59 #6b4668',
  '#d6a196 #a8695c #37343a',
  '#54392a #c79a6a #d9b25a',
  '#eadfc4 #a8946a #4f6690',
];

/** Only the subsets that our six languages need. */
export const SUBSETS = {
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, ' +
    'U+2193, U+2212, U+2215',
  'latin-ext': 'U+0100-0130, U+0132-0151, U+0154-02BA, U+1E00-1E9F',
  cyrillic: 'U+0301, U+0400-045F, U+0490-0491, U+2116',
};
/** A family, its weight, and its files by the name of the subset. */
export const FACES: [family: string, weight: string, file: (subset: string) => string][] = [
  ['Poster', '200 700', (subset) => `@fontsource-variable/oswald/files/oswald-${subset}-wght-normal.woff2`],
  ['Text', '400', (subset) => `@fontsource/alegreya-sans/files/alegreya-sans-${subset}-400-normal.woff2`],
  ['Text', '700', (subset) => `@fontsource/alegreya-sans/files/alegreya-sans-${subset}-700-normal.woff2`],
];
