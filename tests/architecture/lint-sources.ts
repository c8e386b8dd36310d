import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Lints these files with the project's own rules; resolves to `path rule` for each finding. */
export async function lintSources(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'));
  try {
    await cp(join(root, 'biome.json'), join(folder, 'biome.json'));
    for (const [path, source] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), source);
    }
    const report = await runBiome(folder);
    const { diagnostics } = JSON.parse(report) as {
      diagnostics: { category: string; location: { path: string } }[];
    };
    return diagnostics
      .map(({ category, location }) => `${location.path} ${category.split('/').at(-1)}`)
      .sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}

function runBiome(folder: string): Promise<string> {
  const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none'];
  return new Promise((resolve) => {
    execFile(join(root, 'node_modules/.bin/biome'), args, { cwd: folder }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}
