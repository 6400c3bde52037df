import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Notes beside the page every file that went into it, so that a page older than its sources is noticed. */
export function sources(): Plugin {
  const checkout = resolve(import.meta.dirname, '..');
  return {
    name: 'sources',
    apply: 'build',
    generateBundle() {
      const modules = [...this.getModuleIds()]
        .map((id) => id.split('?')[0]!)
        .filter((id) => id.startsWith(checkout) && !id.includes('node_modules'));
      const beside = readdirSync('public').map((name) => resolve('public', name));
      const config = [
        'vite.config.ts',
        'utilities.ts',
        'palette.ts',
        'sources.ts',
        'svelte.config.js',
        'src/styles/breakpoints.js',
        'src/styles/palette.ts',
        'package-lock.json',
      ].map((name) => resolve(name));
      const hashes: Record<string, string> = {};
      for (const file of new Set([...modules, ...beside, ...config])) {
        hashes[relative(checkout, file).replaceAll('\\', '/')] = createHash('sha256')
          .update(readFileSync(file))
          .digest('hex');
      }
      this.emitFile({ type: 'asset', fileName: '.sources.json', source: JSON.stringify(hashes) });
    },
  };
}
