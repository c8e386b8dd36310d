import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The server runs in its own process, so that its memory can be measured apart from the test's. */
const MEBIBYTE = 1024 * 1024;

/** MiB; more than what the garbage collector leaves uncollected. */
const SIZE = 200;

let folder: string;
let child: ChildProcess;
let served: { url: string; secretKey: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'large-'));
  await mkdir(join(folder, 'supabase/migrations'), { recursive: true });
  await writeFile(
    join(folder, 'supabase/config.toml'),
    `[storage]
file_size_limit = "200MiB"
[storage.buckets.clips]
public = true
allowed_mime_types = ["video/mp4"]`,
  );
  child = spawn(
    process.execPath,
    [new URL('../project/main.ts', import.meta.url).pathname, '--project', folder],
    { env: { TMPDIR: folder }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  served = JSON.parse(String(line));
}, 120_000);
afterAll(async () => {
  child.kill('SIGTERM');
  await once(child, 'exit');
  await rm(folder, { recursive: true });
});

/** Resets the peak memory, which startup raised by creating a database. */
const forgetPeak = () => writeFile(`/proc/${child.pid}/clear_refs`, '5');

/** The peak resident size since then, in MiB. */
async function peak(): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

it.runIf(process.platform === 'linux')(
  'pass through in pieces, both ways',
  async () => {
    const head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
    const clip = Buffer.concat([head, randomBytes(SIZE * MEBIBYTE - head.length)]);
    const bare = { apikey: served.secretKey, 'content-type': 'video/mp4' };
    const address = `${served.url}/storage/v1/object/clips/clip.mp4`;
    const send = (init: RequestInit) =>
      fetch(address, { method: 'PUT', headers: { apikey: served.secretKey }, ...init });

    // Memory taken by the very first call is not due to files.
    expect((await send({ body: 'no clip', headers: { ...bare } })).status).toBe(400);
    await forgetPeak();
    const before = await peak();
    const form = new FormData();
    form.append('cacheControl', '60');
    form.append('', new Blob([clip], { type: 'video/mp4' }), 'clip.mp4');
    for (const init of [{ body: form }, { body: clip, headers: bare }]) {
      expect((await send(init)).status).toBe(200);
      const digest = createHash('sha256');
      const response = await fetch(address.replace('/clips/', '/public/clips/'));
      for await (const chunk of response.body ?? []) digest.update(chunk);
      expect(digest.digest('hex')).toBe(createHash('sha256').update(clip).digest('hex'));
    }
    // The file went through four times. If it had been in memory even once, it would show.
    expect((await peak()) - before).toBeLessThan(SIZE * 0.75);
  },
  120_000,
);
