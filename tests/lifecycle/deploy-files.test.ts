import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const words = (text = '') => text.split(/\s+/).filter(Boolean);

const install = read('deploy/install.sh');
const listOf = (name: string) => words(new RegExp(`^${name}="([^"]+)"`, 'm').exec(install)?.[1]);
const sources = listOf('sources');
const builders = listOf('builders');
const kept = words(/LICENSE .npmrc[^$]+/.exec(install)?.[0].replaceAll('\\', ' '));

describe('an installation', () => {
  it('copies only what there is', () => {
    expect(kept.length).toBeGreaterThan(8);
    expect([...sources, ...kept].filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  });

  it('holds every folder that what it runs imports', () => {
    const imported = new Set<string>();
    for (const file of runningFiles()) {
      for (const [, folder] of read(file).matchAll(/^(?:import (?!type)|} from ).*'#(\w+)\//gm)) {
        imported.add(folder ?? '');
      }
    }
    expect(imported).toContain('domain');
    expect([...imported].filter((folder) => !kept.includes(folder))).toEqual([]);
  });

  it('leaves out only packages that nothing in it loads at its start', () => {
    expect(builders.filter((name) => !(name in packageJson.dependencies))).toEqual([]);
    const loads = new RegExp(`from ['"](${builders.join('|')})['"/]`);
    expect(runningFiles().filter((file) => loads.test(read(file)))).toEqual([]);
  });

  it('gets the same files in an image', () => {
    const allowed = read('.dockerignore').match(/(?<=^!).+/gm) ?? [];
    const copied = [...kept, ...sources].filter((name) => !name.startsWith('scripts/'));
    expect(allowed.toSorted()).toEqual(copied.toSorted());
  });
});

/**
 * What an installation runs besides the build: no tests, and no code shared by tests and
 * development scripts.
 */
function runningFiles(): string[] {
  const files = globSync('{server,domain,emails,packages/*/src}/**/*.{ts,tsx}', { cwd: root });
  return files.filter((file) => !/\.test\.tsx?$|harness|\/(testing|fixtures)\//.test(file));
}

const places = ['Dockerfile', 'compose.yaml', 'deploy/livfit.service', 'deploy/serve.sh'];

it.each(places)('%s names files that exist', (place) => {
  const named = [...read(place).matchAll(/\b(?:deploy|scripts)\/[\w./-]+\w/g)].map(
    ([file]) => file,
  );
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

it.each(places.slice(0, 3))('%s sets variables that are documented', (place) => {
  const configuration = /^(?:Environment=|ENV | {2}environment:\n)((?:.+\\\n)*(?: {4}.+\n)*.*)/gm;
  const names = [...read(place).matchAll(configuration)].flatMap(([, set = '']) =>
    [...set.matchAll(/\b([A-Z][A-Z0-9_]+)(?==|: )/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(1);
  const documented = `${read('docs/operating.md')} ${read('docs/deploying.md')}`;
  const unknown = names.filter((name) => name !== 'PATH' && !documented.includes(`\`${name}\``));
  expect(unknown).toEqual([]);
});

it.each(['deploy/serve.sh', 'deploy/install.sh'])('%s can be run', (file) => {
  expect(statSync(path.join(root, file)).mode & 0o111).toBe(0o111);
});

describe('a container’s health check', () => {
  const check = (port: number) =>
    new Promise<number>((resolve) => {
      const env = { PORT: String(port) };
      execFile(process.execPath, ['scripts/check-health.ts'], { cwd: root, env }, (error) =>
        resolve(Number(error?.code ?? 0)),
      );
    });

  it('tells whether the process answers', async () => {
    let status = 200;
    const server = createServer((_, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await check(port)).toBe(0);
    status = 500;
    expect(await check(port)).toBe(1);
    await new Promise((resolve) => server.close(resolve));
    expect(await check(port)).toBe(1);
  });
});
