import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openStore } from './store.ts';

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

describe('the store', () => {
  it('restores everything in order after a restart', () => {
    const directory = newDirectory();
    const before = openStore(directory);
    const things = before.collection<{ n: number }>('things');
    things.put('b', { n: 1 });
    things.put('a', { n: 2 });
    things.put('b', { n: 3 });
    things.put('c', { n: 4 });
    things.delete('c');
    before.flush();

    const after = openStore(directory).collection<{ n: number }>('things');
    expect(after.values()).toEqual([{ n: 3 }, { n: 2 }]);
    expect(after.newest()).toEqual([{ n: 2 }, { n: 3 }]);
    expect(readdirSync(directory)).toEqual(['things.json']);
    expect(statSync(join(directory, 'things.json')).mode & 0o777).toBe(0o600);
  });

  it('keeps only the newest, up to its cap', () => {
    const things = openStore().collection<number>('things', { cap: 2 });
    [1, 2, 3].forEach((n) => {
      things.put(String(n), n);
    });
    expect(things.values()).toEqual([2, 3]);
  });

  it('does not start on a file it cannot read', () => {
    const directory = newDirectory();
    writeFileSync(join(directory, 'things.json'), '[["a",');
    expect(() => openStore(directory).collection('things')).toThrow('things.json');
  });
});

it('goes on while it cannot save, says so once, and saves when it can', () => {
  const directory = newDirectory();
  vi.useFakeTimers();
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const store = openStore(directory);
    rmSync(directory, { recursive: true });
    store.collection<{ n: number }>('things').put('a', { n: 1 });
    vi.advanceTimersByTime(5_000);
    expect(told).toHaveBeenCalledOnce();
    mkdirSync(directory);
    vi.advanceTimersByTime(2_000);
    expect(openStore(directory).collection('things').get('a')).toEqual({ n: 1 });
  } finally {
    told.mockRestore();
    vi.useRealTimers();
  }
});
