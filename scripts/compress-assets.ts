/**
 * Compresses the built assets once, so that no visitor's request pays for it, and writes down the
 * build's id, so that open tabs can tell that they are older.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const client = path.resolve(import.meta.dirname, '../build/client');

const server = path.resolve(client, '../server');
const build = globSync('**/*.js', { cwd: server })
  .map((name) => /\/assets\/manifest-(\w+)\.js/.exec(readFileSync(path.join(server, name), 'utf8')))
  .find((found) => found !== null)?.[1];
if (!build) throw new Error('The server build names no manifest.');
writeFileSync(path.join(client, 'build.txt'), build);

for (const name of globSync('**/*.{js,css,svg,json,txt,xml}', { cwd: client })) {
  const file = path.join(client, name);
  const content = readFileSync(file);
  // Below this size, compression hardly helps.
  if (content.byteLength < 256) continue;
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
        // A window barely larger than the largest file makes it 0.1% smaller than the default.
        [constants.BROTLI_PARAM_LGWIN]: 19,
      },
    }),
  );
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
