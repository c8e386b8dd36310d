import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };
import { restartOnChange } from '#scripts/dev/restart-on-change.ts';
import { freePortPair } from '#tests/fixtures/free-ports.ts';
import { migratedDirectory } from '#tests/fixtures/migrated.ts';
import { temporaryDirectory } from '#tests/fixtures/shop-process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const waiting = { timeout: 150_000, interval: 100 };

it('npm run dev restarts on a changed server file and a changed migration', async () => {
  const directory = await migratedDirectory();
  const port = await freePortPair();
  const child = spawn('sh', ['-c', packageJson.scripts.dev], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: directory.path,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await directory.remove();
  });
  const opened = () => output.split('Liv Fit is open').length - 1;
  await vi.waitFor(() => expect(opened(), output).toBe(1), waiting);

  // Only touched: the test must not change the project's files.
  const now = new Date();
  await utimes(path.join(root, 'server/app.ts'), now, now);
  await vi.waitFor(() => expect(opened(), output).toBe(2), waiting);
  expect(output).toContain('server/app.ts changed');

  await utimes(
    path.join(root, 'supabase/migrations/20261120091000_create_cart_items.sql'),
    now,
    now,
  );
  await vi.waitFor(() => expect(opened(), output).toBe(3), waiting);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);

  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
}, 600_000);

it('waits for a fix after the process crashed', async () => {
  const directory = await temporaryDirectory();
  const file = path.join(directory.path, 'main.mjs');
  const mark = path.join(directory.path, 'mended');
  await writeFile(file, 'throw process.exit(1)');
  const lines: string[] = [];
  const supervised = restartOnChange({
    root: directory.path,
    folders: ['.'],
    args: [file],
    say: (line) => lines.push(line),
  });
  onTestFinished(async () => {
    await supervised.stop('SIGTERM');
    await directory.remove();
  });
  await vi.waitFor(
    () => expect(lines).toEqual(['Stopped. A changed file starts it again.']),
    waiting,
  );
  await writeFile(path.join(directory.path, 'main.test.ts'), 'no server reads this');
  await writeFile(
    file,
    `import { writeFileSync } from 'node:fs';
     writeFileSync(${JSON.stringify(`${mark}.test.ts`)}, '1');
     setInterval(() => {}, 1000);`,
  );
  const { readFile } = await import('node:fs/promises');
  await vi.waitFor(() => readFile(`${mark}.test.ts`), waiting);
  expect(lines.slice(1)).toEqual(['main.mjs changed: starting again.']);
});
