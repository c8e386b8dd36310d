import { spawnSync } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyProject } from '#tests/fixtures/project-copy.ts';

/** As a next release would: adds a column that this release does not know. */
const migration = 'alter table public.products add column next_release text;\n';
const script = `\ndocument.documentElement.dataset.release = 'next';\n`;

/** The project as its next release would be: one more migration, and scripts with other names. */
export async function buildOther(): Promise<{ path: string; remove(): Promise<void> }> {
  const copy = await copyProject();
  const inCopy = (name: string) => path.join(copy.path, name);
  await rm(inCopy('build'));
  await writeFile(inCopy('supabase/migrations/99990101000000_add_next_release.sql'), migration);
  await appendFile(inCopy('app/entry.client.tsx'), script);
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: copy.path,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The other build failed:\n${stderr}`);
  return { path: copy.path, remove: copy.remove };
}
