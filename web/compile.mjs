// Compiles Python with the very Pyodide that will load it, so that a page does not at every start: npm run compile FOLDER NAME.zip ...
// The folder holds that Pyodide and the archives, which are written anew.

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadPyodide } from 'pyodide';

const [folder, ...names] = process.argv.slice(2);
const python = await loadPyodide({ indexURL: resolve(folder) });
python.runPython(readFileSync(new URL('compile.py', import.meta.url), 'utf-8'));
const compiled = python.globals.get('compiled');
for (const name of names) {
  python.FS.writeFile(name, readFileSync(join(folder, name)));
  compiled(name);
  writeFileSync(join(folder, name), python.FS.readFile(name));
}
process.exit();
