/** Builds the storefront unless a build of exactly these sources exists. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const stamp = path.join(root, 'build/sources.sha256');

const hash = createHash('sha256');
for (const file of globSync(
  [
    'app/**/*',
    'domain/**/*',
    'public/**/*',
    'supabase/*.gen.ts',
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'scripts/compress-assets.ts',
  ],
  { cwd: root, withFileTypes: true },
)
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
  .sort()) {
  hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
}
const sources = hash.digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sources) {
  console.log('Building the shop …');
  const built = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
  writeFileSync(stamp, sources);
}
