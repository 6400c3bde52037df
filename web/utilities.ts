/*
Layout and type are written as utility classes in a class attribute. They have the names of Tailwind
(https://tailwindcss.com); UnoCSS generates those in use when the page is built, as three style sheets.

- Numbers are quarters of a rem (`gap-2` is half a rem, `p-1.2` is 0.3), or have a unit (`w-40cqw`). Anything else goes
  into brackets: `grid-cols-[auto_1fr]`, `h-[min(40vh,20rem)]`; a property without a class is `[grid-row:2]`.
- `text-15` is 15 pixels at the usual size of type, written in rem; `leading-1.2` is a line height. `poster-600-20/1.2`
  is weight, size and line height in the poster's type, `plain-700-15/1.2` in that of the text.
- A colour is one of src/styles/palette.ts: `bg-paper`, `text-on-bar`, `border-line`, `fill-gold`.
- A border has no width until it is given one: `border-2 border-ink`, `border-b-1.5 border-line`, `border-dashed`.
- `shadow-4-5` is the printed shadow, 4 pixels right and 5 down, `shadow-4-5-shade` one in another colour.
- `lined-1.5-6` prints a line of 1.5 pixels around a slip, 6 pixels from its edge.
- `corners-4` cuts the corners off, a rem of each; `shape-torn` and `shape-burst` are other cuts.
- `-rotate-2` turns by 2 degrees to the left, `area-1/2` is a grid area, `container-size` a container.
- Breakpoints are those of src/styles/breakpoints.js: `desktop:p-4`. Other variants: `hover:`, `first:`,
  `aria-disabled:`, `before:`, `[&>p]:mt-1`; `if-dead:` where the class `dead` is, `in-dead:` inside of it;
  `svg:w-full` is for the drawings inside.
- `come-[translateY(1rem)]` lets something come from there.
- A component's `<style>` overrides utilities, whatever their order. It keeps drawings, animations, transforms, computed
  positions, and what reaches into children. Its classes can't have the name of a utility; the build says so.
- A list of classes that is written three times is a shortcut below, or a component.
*/

import {
  createGenerator,
  type CSSObject,
  type Rule,
  type UnoGenerator,
  type VariantFunction,
  type VariantObject,
} from '@unocss/core';
import { presetWind3, type Theme } from '@unocss/preset-wind3';
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { BREAKPOINTS } from './src/styles/breakpoints.js';
import { COLORS } from './src/styles/palette.ts';

const SOURCES = resolve(import.meta.dirname, 'src').replaceAll('\\', '/');

const shortcuts = {
  'same-cell': 'area-1/1',
  keyhole:
    '[grid-template:auto_auto/minmax(0,1fr)] justify-items-center text-center ' +
    'short:[grid-template:auto/auto_minmax(0,1fr)] short:items-center',
  /** A slip of paper on the table; another shadow, padding, `lined-` or `corners-` come after it. */
  slip: 'bg-plate text-ink shadow-4-5',
  /** A sheet over others: a menu, a dialog. */
  panel: 'border-2 border-ink bg-paper text-ink',
  /** What a stage says at its lower edge. */
  'stage-foot':
    'z-2 grid place-content-center justify-items-center gap-1.2 w-full self-end min-h-[var(--foot)] pt-1.6 px-4 ' +
    'pb-[env(safe-area-inset-bottom)] border-t-6 border-gold bg-print text-balance ' +
    'poster-600-[clamp(1.25rem,3.4vmin_+_0.4rem,2.6rem)]/1.2',
  /** A heading with a line up to the edge. */
  ruled: 'flex items-center after:content-empty after:flex-1 after:border-t-2 after:border-ink',
  /** A button that stays pressed. */
  picks: 'aria-pressed:bg-ink aria-pressed:text-paper',
};

/** Names that components have for parts of theirs. */
const blocklist = ['filter', 'grow', 'me', 'ring', 'shadow', 'table'];

const rules: Rule<Theme>[] = [
  [/^text-(\d+)$/, ([, size]) => ({ 'font-size': `${Number(size) / 16}rem` })],
  [/^poster-(\d+)-(\S+)\/([\d.]+)$/, ([, weight, size, height]) => font(weight!, size!, height!, 'poster')],
  [/^plain-(\d+)-(\S+)\/([\d.]+)$/, ([, weight, size, height]) => font(weight!, size!, height!, 'text')],
  [/^leading-([\d.]+)$/, ([, height]) => ({ 'line-height': height })],
  [
    /^shadow-([\d.]+)-([\d.]+)(?:-([\w-]+))?$/,
    ([, x, y, color]) => shadow(`${x}px ${y}px 0 var(--${color ?? 'fall'})`),
  ],
  ['shadow-none', shadow('none')],
  [
    /^lined-([\d.]+)-([\d.]+)(?:-([\w-]+))?$/,
    ([, width, inset, color]) => ({
      outline: `${width}px solid var(--${color ?? 'ink'})`,
      'outline-offset': `-${inset}px`,
    }),
  ],
  [/^(-?)rotate-([\d.]+)$/, ([, sign, angle]) => ({ rotate: `${sign}${angle}deg` })],
  [/^area-([-\d/]+)$/, ([, lines]) => ({ 'grid-area': lines })],
  [/^corners-(.+)$/, ([, size]) => ({ 'clip-path': corners(measure(size!)) })],
  [/^shape-(burst|torn)$/, ([, name]) => ({ 'clip-path': `polygon(${SHAPES[name as 'torn']})` })],
  [/^come-\[(.+)\]$/, ([, from]) => coming(from!, 'come var(--calm) ease-out')],
  ['container-size', { 'container-type': 'size' }],
  ['outline-none', { outline: 'none' }],
];

function font(weight: string, size: string, height: string, family: string): CSSObject {
  return {
    font: `${weight} ${/^\d+$/.test(size) ? `${Number(size) / 16}rem` : measure(size)}/${height} var(--${family})`,
  };
}

/** A number of quarters of a rem, or what stands in brackets. */
function measure(size: string): string {
  return /^[\d.]+$/.test(size) ? `${Number(size) / 4}rem` : size.replace(/^\[|\]$/g, '').replaceAll('_', ' ');
}

/** `if-dead:` on what has that class, `in-dead:` on what lies inside, `svg:` on the drawings in it. */
const states: VariantObject<Theme> = {
  name: 'states',
  multiPass: true,
  match(matcher) {
    const [prefix, where, name] = /^(?:(if|in)-([a-z]+)|svg):/i.exec(matcher) ?? [];
    if (!prefix) return matcher;
    const at = (one: string) => (name ? (where === 'if' ? `${one}.${name}` : `.${name} ${one}`) : `${one} svg`);
    return { matcher: matcher.slice(prefix.length), selector: at };
  },
};

function coming(from: string, animation: string): CSSObject {
  return { '--from': from.replaceAll('_', ' '), animation };
}

/** What paper is cut into. */
const SHAPES = {
  burst:
    '50% 0, 58% 15%, 74% 5%, 74% 21%, 92% 17%, 84% 32%, 100% 39%, 87% 49%, 99% 61%, 83% 66%, 90% 82%, ' +
    '72% 80%, 69% 96%, 56% 85%, 48% 100%, 40% 85%, 26% 96%, 26% 80%, 8% 82%, 17% 66%, 0 61%, 13% 49%, ' +
    '1% 38%, 17% 32%, 8% 17%, 27% 21%, 27% 5%, 42% 15%',
  torn:
    '0 12%, 12% 0, 26% 10%, 42% 0, 60% 10%, 78% 0, 100% 12%, 94% 50%, 100% 90%, 80% 100%, 62% 90%, ' +
    '44% 100%, 26% 90%, 10% 100%, 0 88%, 5% 50%',
};

/** A sheet without its corners. */
function corners(cut: string): string {
  const far = `calc(100% - ${cut})`;
  return `polygon(${cut} 0, ${far} 0, 100% ${cut}, 100% ${far}, ${far} 100%, ${cut} 100%, 0 ${far}, 0 ${cut})`;
}

function shadow(value: string): CSSObject {
  return { 'box-shadow': value };
}

/** The colours by their names. */
function colors(): Record<string, string> {
  return Object.fromEntries(Object.keys(COLORS).map((name) => [name, `var(--${name})`]));
}

const sizes = Object.keys(BREAKPOINTS) as (keyof typeof BREAKPOINTS)[];

export const generator = () =>
  createGenerator<Theme>({
    presets: [presetWind3({ preflight: false })],
    rules,
    shortcuts,
    blocklist,
    extendTheme: (theme) => ({
      ...theme,
      colors: { ...colors(), transparent: 'transparent', inherit: 'inherit', current: 'currentColor' },
      breakpoints: {},
      fontFamily: { poster: 'var(--poster)', text: 'var(--text)' },
      borderRadius: { ...theme.borderRadius, full: '50%', cut: 'var(--cut)' },
    }),
    variants: [
      ...sizes.map(
        (size, place): VariantFunction<Theme> =>
          (matcher) =>
            matcher.startsWith(`${size}:`)
              ? {
                  matcher: matcher.slice(size.length + 1),
                  handle: (input, next) =>
                    next({ ...input, parent: `@media ${BREAKPOINTS[size]}`, parentOrder: place + 1 }),
                }
              : matcher,
      ),
      states,
    ],
  });

/** The lists of classes in a component's markup; those that code chooses between stand in one list. */
const CLASSES = /\bclass(?:=("[^"]*"|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})|:([^\s=>]+))/g;

function listsIn(markup: string): string[][] {
  return [...markup.matchAll(CLASSES)].map(([, list, one]) => (one ? [one] : list!.split(/[\s"'`{}]+/)));
}

/** The style sheet of a part of the page, without what the first screen has brought. */
async function sheet(part: Part, partOf: (file: string) => Part): Promise<string> {
  const uno = await generator();
  const names: Record<Part, Set<string>> = { first: new Set(), table: new Set(), rest: new Set() };
  const lists: string[][] = [];
  const own: [file: string, name: string][] = [];
  for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf-8' })) {
    if (!name.endsWith('.svelte')) continue;
    const file = resolve(SOURCES, name).replaceAll('\\', '/');
    const [markup, style = ''] = readFileSync(file, 'utf-8').split('<style>');
    for (const list of listsIn(markup!)) {
      lists.push(list);
      for (const one of list) names[partOf(file)].add(one);
    }
    for (const [, one] of style.matchAll(/\.([a-zA-Z][\w-]*)/g)) own.push([name, one!]);
  }
  const { css, matched } = await uno.generate(lists.flat(), { preflights: false });
  const twice = own.find(([, name]) => matched.has(name));
  if (twice) throw new Error(`${twice[0]} has styles for .${twice[1]}, which is the name of a utility class`);
  const [broken] = /^.*--un-.*$/m.exec(css) ?? [];
  if (broken) throw new Error(`this utility class needs variables that the page does not have: ${broken}`);
  const wanted = part === 'first' ? names.first : new Set([...names[part]].filter((name) => !names.first.has(name)));
  const overrides = await overriding(uno, lists);
  // A set is visited up to its end while it grows.
  for (const name of wanted) for (const later of overrides.get(name) ?? []) wanted.add(later);
  return (await uno.generate(wanted, { preflights: false })).css;
}

/**
 * Which classes must come after a class, because they override it on some element. A sheet that says a class again
 * says those again as well, so that it doesn't matter which sheet was loaded last.
 */
async function overriding(uno: UnoGenerator<Theme>, lists: string[][]): Promise<Map<string, Set<string>>> {
  const places = new Map<string, { place: number; groups: Set<string> }>();
  for (const name of new Set(lists.flat())) {
    const shortcut = shortcuts[name as keyof typeof shortcuts] as string | undefined;
    const parsed = await Promise.all((shortcut ?? name).split(' ').map((one) => uno.parseToken(one)));
    const utils = parsed.flatMap((found) => found ?? []);
    const groups = utils.flatMap(([, , body]) =>
      [...body.matchAll(/(?:^|;)([\w-]+):/g)].map(([, key]) => groupOf(key!)),
    );
    const media = sizes.findIndex((size) => name.startsWith(`${size}:`)) + 1;
    const place = shortcut ? 0 : media * 1e6 + (utils[0]?.[0] ?? 0);
    if (utils[0]) places.set(name, { place, groups: new Set(groups) });
  }
  const after = new Map<string, Set<string>>();
  for (const list of lists) {
    for (const one of list) {
      for (const other of list) {
        const [a, b] = [places.get(one), places.get(other)];
        if (!a || !b || a.place >= b.place || ![...a.groups].some((group) => b.groups.has(group))) continue;
        after.set(one, (after.get(one) ?? new Set()).add(other));
      }
    }
  }
  return after;
}

/** Properties of one group may override each other, as `padding` and `padding-top` do. */
function groupOf(property: string): string {
  if (/^(inset|top|right|bottom|left)/.test(property)) return 'inset';
  if (/^(place|align|justify)/.test(property)) return 'align';
  if (/^(column-|row-)?gap/.test(property)) return 'gap';
  return property.startsWith('line-') ? 'font' : property.split('-')[0]!;
}

type Part = 'first' | 'table' | 'rest';

/** The classes in use as style sheets: one for the first screen, one for a table, one for all else. */
export function utilities(first: RegExp, table: RegExp): Plugin {
  const address = /^\0?virtual:utilities\/(first|table|rest)\.css$/;
  const partOf = (file: string): Part => (first.test(file) ? 'first' : table.test(file) ? 'table' : 'rest');
  return {
    name: 'utilities',
    resolveId: (source) => (address.test(source) ? `\0${source}` : null),
    load(source) {
      const [, part] = address.exec(source) ?? [];
      return part ? sheet(part as Part, partOf) : null;
    },
    // The first sheet is imported where the page's other styles are; a component brings one of the others itself.
    transform(code, id) {
      if (!id.startsWith(SOURCES) || !id.endsWith('.svelte') || partOf(id) === 'first') return null;
      return { code: `${code}\nimport 'virtual:utilities/${partOf(id)}.css';`, map: null };
    },
    handleHotUpdate({ file, server, modules }) {
      if (!file.endsWith('.svelte')) return modules;
      return [...modules, ...[...server.moduleGraph.idToModuleMap.values()].filter(({ id }) => address.test(id ?? ''))];
    },
  };
}
