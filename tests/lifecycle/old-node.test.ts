import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../..');

it.each(['start', 'dev', 'build', 'test'] as const)(
  'npm run %s says in one line that an old Node will not do, and makes nothing',
  (script) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'old-node-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const disguise = path.join(directory, 'disguise.cjs');
    writeFileSync(
      disguise,
      `Object.defineProperty(process.versions, 'node', { value: '18.20.8' });`,
    );
    const { status, stdout, stderr } = spawnSync('sh', ['-c', packageJson.scripts[script]], {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: `--require=${disguise}`,
        DATA_DIR: path.join(directory, 'data'),
      },
    });
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^Node 18\.20\.8 is too old: .*npm ci.*\n$/);
    expect(readdirSync(directory)).toEqual(['disguise.cjs']);
  },
);
