import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { breakpoints } from './src/styles/breakpoints.js';

export default {
  preprocess: [vitePreprocess(), breakpoints],
  compilerOptions: { runes: true, cssHash: ({ hash, css }) => 's' + hash(css).slice(0, 4) },
};
