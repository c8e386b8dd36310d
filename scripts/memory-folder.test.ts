import { existsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeMemoryFolder } from './memory-folder.ts';

it('makes a folder of its own that PostgreSQL’s user gets through, and removes it', () => {
  const [one, other] = [makeMemoryFolder(), makeMemoryFolder()];
  try {
    expect(one.path).not.toBe(other.path);
    expect(['/dev/shm', tmpdir()]).toContain(path.dirname(one.path));
    expect(statSync(one.path).mode & 0o777).toBe(0o711);
  } finally {
    one.remove();
    other.remove();
  }
  expect(existsSync(one.path)).toBe(false);
});
