/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { sources } from './sources.ts';

const server = process.env.SECRET_HITLER_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), sources()],
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
            { name: 'core', test: /node_modules\/svelte|src\/(words\/(speak|languages|refusals|catalogues\/en)|settings|route|live\/http|screens\/(Page|Lost))|(src|secret_hitler)\/drawings\/(Bird|symbols|birds|hats)/, priority: 2 },
            { name: 'game', test: /src\/(table|talk|lobby|stage|sound|live\/(?!http)|words\/(?!catalogues|speak|languages|refusals))|(src|secret_hitler)\/drawings\//, priority: 1 },
          ],
        },
      },
    },
  },
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'] },
});
