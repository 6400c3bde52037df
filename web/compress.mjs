/** Beside every file of the built page that gains by it, the file as gzip and brotli; and a list of all files, which a server goes by. */
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = resolve(process.argv[2] ?? 'dist');
const PACKED = {
  gz: (content) => gzipSync(content, { level: 9 }),
  br: (content) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
};

const files = {};
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const path = resolve(entry.parentPath, entry.name);
  const name = path.slice(dist.length + 1).replaceAll('\\', '/');
  if (/\.(gz|br)$/.test(name)) rmSync(path);
  else if (entry.isFile() && !name.startsWith('.') && name !== 'served.json') files[name] = [];
}
for (const name of Object.keys(files)) {
  if (!/\.(js|css|svg|json|html|webmanifest)$/.test(name)) continue;
  const content = readFileSync(resolve(dist, name));
  for (const [kind, pack] of Object.entries(PACKED)) {
    const packed = pack(content);
    if (packed.length < 0.9 * content.length) {
      writeFileSync(resolve(dist, `${name}.${kind}`), packed);
      files[name].push(kind);
    }
  }
}
writeFileSync(resolve(dist, 'served.json'), JSON.stringify(files));
