/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { palette } from './palette.ts';
import { sources } from './sources.ts';
import { utilities } from './utilities.ts';

/** For a host without our server: every address relative, screens after a #, and a policy in the page itself. */
const alone = process.env.SECRET_HITLER_STATIC === '1';

const forStaticHosts: Plugin = {
  name: 'for-static-hosts',
  enforce: 'pre',
  apply: () => alone,
  transform: (code, id) => (id.endsWith('.svelte') ? code.replaceAll('href="/', 'href="#/') : null),
  transformIndexHtml: (html) =>
    html.replace('<title>', `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />\n    <title>`),
};
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'";

const server = process.env.SECRET_HITLER_SERVER ?? 'http://127.0.0.1:8000';

/** The catalogues hold every sentence of the project; the page carries only those it can say, and the first screen nothing that one screen alone says. */
const PARTS: Record<string, RegExp> = {
  lesson: /^learn\./,
  people: /^people\./,
  operator: /^operator\./,
  review: /^(review|replay|belief)\./,
  mine: /^mine\./,
  paper: /^paper\.(?!title|homeHint|opening$|stop|say|elected|rejected|event)/,
  engine: /^engine\./,
  options: /^options\./,
  about: /^about\.(?!title|game)/,
  how: /^how\.(step|full)/,
  bots: /^bot\.(?!nothing)/,
  settings: /^settings\.(?!title|language|sound|volume)/,
  voice: /^voice\./,
  join: /^join\./,
  table: /^(card|look|session|ballots|speed|mark|notes)\./,
  pass: /^pass\.(?!title|hint)/,
};
/** On a static host the first screen has to do with the engine too. */
const APART = Object.values(PARTS).filter((part) => !alone || part !== PARTS.engine);

const ENGLISH = resolve(import.meta.dirname, '../src/secret_hitler/words/catalogues/en.json');

const catalogues: Plugin = {
  name: 'catalogues',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('catalogue:') ? `${ENGLISH}?${id.slice('catalogue:'.length)}` : null),
  load(id) {
    const [, path, language, part] = /^(.*words\/catalogues\/(\w+)\.json)(?:\?(\w+))?$/.exec(id) ?? [];
    if (!path) return null;
    const elsewhere = [/^(terminal|companion|print|program|rulebook)\./, ...(language === 'en' ? APART : [])];
    const words = Object.entries(JSON.parse(readFileSync(path, 'utf-8')));
    const kept = JSON.stringify(
      Object.fromEntries(
        words.filter(([key]) => (part ? PARTS[part]!.test(key) : !elsewhere.some((apart) => apart.test(key)))),
      ),
    );
    return part ? { code: `export default ${kept}`, moduleType: 'js' } : kept;
  },
};

/** Names every script, style and Latin font, for the worker that keeps them for a page without a network. */
function listed(): Plugin {
  return {
    name: 'listed',
    generateBundle: {
      // Chunks that hold nothing but a style sheet are gone by then.
      order: 'post',
      handler(_, bundle) {
        // What operators see is kept nowhere.
        const names = Object.keys(bundle).filter(
          (name) => !name.includes('Operator') && /\.(js|css)$|-latin-\S+\.woff2$/.test(name),
        );
        this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify(names) });
      },
    },
  };
}

/** The Latin fonts come with the scripts, and not after the first words are drawn: those would move under a finger. */
const fontsAtOnce: Plugin = {
  name: 'fonts-at-once',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => /-latin-(?!ext)\S+\.woff2$/.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            href: (alone ? './' : '/') + name,
          },
        })),
  },
};

/** What the first screen needs, and what every table needs, of what is drawn. */
const FIRST = /src\/(App|drawings|screens\/(Page|Lost|Broken|Home|ModePicture)|game\/Room|engine\/Waiting)/;

const TABLE =
  /src\/(game(?!\/(Newcomers|poster|End|Teams|PlayerCard|Scene|Session|VoteRing|Shot|Hatching|Enacting))|talk(?!\/(Log|Votes|Facts|NotesPane))|stage|sound|live\/(?!attempt|http|place|chance))|(src|secret_hitler)\/words\/(?!catalogues|speak|languages|refusals|letter|endings)|utilities\/table\.css/;

export default defineConfig({
  base: alone ? './' : '/',
  plugins: [
    forStaticHosts,
    catalogues,
    palette,
    svelte(),
    utilities(FIRST, new RegExp(`${TABLE.source}|screens/Table|settings/Notify|voice/(SeatVoice|Sign)`)),
    sources(),
    listed(),
    fontsAtOnce,
  ],
  define: { __STATIC__: JSON.stringify(alone) },
  // Pyodide has ways for Node too, which no browser takes.
  worker: { format: 'es', rolldownOptions: { external: /^node:/ } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, ws: true }, '/voice': { target: server, ws: true } },
  },
  build: {
    target: 'es2022',
    // The content security policy allows no data: fonts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Few files instead of twenty: what every screen needs, and what a table needs.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /node_modules\/svelte|(src|secret_hitler)\/words\/(speak|languages|refusals|letter|endings|catalogues\/en\.json$)|src\/(settings\/(?!Notify|push)|route|live\/(attempt|http|place)|screens\/(Page|Lost|Broken)|game\/(Room|shown)|drawings\/(Bird|sprite|wardrobe))|secret_hitler\/drawings\/(?!moods|moments|voices)/,
              priority: 3,
            },
            { name: 'more', test: /utilities\/rest/, priority: 4 },
            {
              name: 'game-drawings',
              test: /src\/drawings\/(Ballot|Envelope|PowerSign|ReactionPicture|Tile)/,
              priority: 2,
            },
            { name: 'game', test: TABLE, priority: 1 },
          ],
        },
      },
    },
  },
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'] },
});
