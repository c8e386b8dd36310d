/**
 * What `npm pack` and `npm publish` run for each package here, in the package's folder. Node strips no
 * types under node_modules, so the tarball holds compiled JavaScript with declarations. In the
 * repository `exports` and `bin` name the sources, and nothing has to be built before it runs; the
 * manifest in the tarball names `dist/`. `--restore` puts the repository's manifest back.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const manifest = 'package.json';
const saved = '.package.json.unpacked';

interface Manifest {
  bin: Record<string, string>;
  exports: Record<string, string>;
  [field: string]: unknown;
}

/** Also after a pack that was interrupted. */
function restore(): void {
  if (existsSync(saved)) renameSync(saved, manifest);
}

const compiled = (source: string, extension: string) =>
  source.replace(/^\.\/src\/(.*)\.ts$/, `./dist/$1${extension}`);

function describePublished(text: string): object {
  const { scripts: _, devDependencies: __, ...kept } = JSON.parse(text) as Manifest;
  const { bin, exports } = kept as Manifest;
  return {
    ...kept,
    bin: Object.fromEntries(
      Object.entries(bin).map(([name, source]) => [name, compiled(source, '.js')]),
    ),
    exports: Object.fromEntries(
      Object.entries(exports).map(([name, source]) => [
        name,
        source.endsWith('.ts')
          ? { types: compiled(source, '.d.ts'), default: compiled(source, '.js') }
          : source,
      ]),
    ),
  };
}

function build(): void {
  rmSync('dist', { recursive: true, force: true });
  const { status } = spawnSync('tsc', ['--project', 'tsconfig.build.json'], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  // Style sheets and SQL, which the compiler leaves alone.
  const isLeft = (path: string) => /\.(ts|md)$|\/fixtures$/.test(path);
  cpSync('src', 'dist', { recursive: true, filter: (path) => !isLeft(path) });
}

restore();
if (!process.argv.includes('--restore')) {
  build();
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(saved, text);
  writeFileSync(manifest, `${JSON.stringify(describePublished(text), null, 2)}\n`);
}
