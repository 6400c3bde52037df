/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { sources } from './sources.ts';

const server = process.env.SECRET_HITLER_SERVER ?? 'http://127.0.0.1:8000';

/** The catalogues hold every sentence of the project; the page carries only those it can say, and the first screen nothing that one screen alone says. */
const PARTS: Record<string, string> = { lesson: 'learn.', people: 'people.', operator: 'operator.' };

const catalogues: Plugin = {
  name: 'catalogues',
  enforce: 'pre',
  load(id) {
    const [, path, language, part] = /^(.*words\/catalogues\/(\w+)\.json)(?:\?(lesson|people|operator))?$/.exec(id) ?? [];
    if (!path) return null;
    const elsewhere = language === 'en' ? /^(terminal|companion|print|program|rulebook|learn|people|operator)\./ : /^(terminal|companion|print|program|rulebook)\./;
    const words = Object.entries(JSON.parse(readFileSync(path, 'utf-8')));
    const kept = JSON.stringify(Object.fromEntries(words.filter(([key]) => (part ? key.startsWith(PARTS[part]!) : !elsewhere.test(key)))));
    return part ? { code: `export default ${kept}`, moduleType: 'js' } : kept;
  },
};

/** Names every script, style and Latin font, for the worker that keeps them for a page without a network. */
function listed(): Plugin {
  return {
    name: 'listed',
    generateBundle(_, bundle) {
      // What operators see is kept nowhere.
      const names = Object.keys(bundle).filter((name) => !name.includes('Operator') && /\.(js|css)$|-latin-\S+\.woff2$/.test(name));
      this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify(names.map((name) => `/${name}`)) });
    },
  };
}

export default defineConfig({
  plugins: [catalogues, svelte(), sources(), listed()],
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true } } },
  build: {
    target: 'es2022',
    // The content security policy allows no data: fonts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Two files instead of twenty: what every screen needs, and what a table needs.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'core', test: /node_modules\/svelte|(src|secret_hitler)\/words\/(speak|languages|refusals|letter|catalogues\/en\.json$)|src\/(settings|route|live\/http|screens\/(Page|Lost|Broken)|table\/(Room|shown))|(src|secret_hitler)\/drawings\//, priority: 2 },
            { name: 'game', test: /src\/(table(?!\/(Newcomers|poster))|talk|lobby(?!\/Join)|stage|sound|live\/(?!http|chance))|(src|secret_hitler)\/words\/(?!catalogues|speak|languages|refusals|letter)/, priority: 1 },
          ],
        },
      },
    },
  },
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'] },
});
