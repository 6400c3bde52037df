import type { Plugin } from 'vite';
import { COATS, COLORS, FACES, SUBSETS } from './src/styles/palette.ts';

/** Each scheme changes some colours of those before it. */
const SCHEMES = [
  ":root, :root[data-scheme='light']",
  ":root[data-scheme='dark']",
  ":root[data-contrast='more']",
  ":root[data-scheme='dark'][data-contrast='more']",
];

function sheet(): string {
  const schemes = SCHEMES.map((selector, scheme) => {
    const own = Object.entries(COLORS).map(([name, values]) => [name, values.split(' ')[scheme] ?? '-'] as const);
    const changed = own.filter(([, value]) => value !== '-').map(([name, value]) => `--${name}: ${value};`);
    return `${selector} { ${changed.join(' ')} }`;
  });
  const native = ":root { color-scheme: light } :root[data-scheme='dark'] { color-scheme: dark }";
  const coats = COATS.map((colors, number) => {
    const [c1, c2, c3] = colors.split(' ');
    return `.coat-${number} { --c1: ${c1}; --c2: ${c2}; --c3: ${c3} }`;
  });
  const faces = FACES.flatMap(([family, weight, file]) =>
    Object.entries(SUBSETS).map(
      ([subset, range]) =>
        `@font-face { font-family: ${family}; font-weight: ${weight}; font-display: swap; ` +
        `src: url('${file(subset)}') format('woff2'); unicode-range: ${range} }`,
    ),
  );
  return [...faces, ...schemes, native, ...coats].join('\n');
}

/** The colours and fonts of src/styles/palette.ts as a style sheet. */
export const palette: Plugin = {
  name: 'palette',
  resolveId: (source) => (source === 'virtual:palette.css' ? `\0${source}` : null),
  load: (id) => (id === '\0virtual:palette.css' ? sheet() : null),
};
