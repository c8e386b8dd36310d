import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Items of one kind by id, oldest first. Only `put` saves a change. */
export interface Collection<T> {
  get(id: string): T | undefined;
  put(id: string, value: T): T;
  delete(id: string): void;
  clear(): void;
  /** Oldest first. */
  values(): T[];
  /** Newest first. */
  newest(): T[];
  readonly size: number;
}

export interface Store {
  /** `cap` is the maximum number stored; beyond it, the oldest are dropped. */
  collection<T>(name: string, options?: { cap?: number }): Collection<T>;
  /** Writes all changes to disk at once. */
  flush(): void;
}

const SAVE_AFTER_MS = 200;
const RETRY_AFTER_MS = 1_000;

/**
 * Keeps collections in memory and, if a directory is given, one JSON file for each. A file is
 * written under another name and then renamed, so a reader never sees half of one. Throws if a file
 * can't be read: silently losing payments would be worse.
 */
export function openStore(directory?: string): Store {
  const dirty = new Map<string, () => unknown>();
  let timer: NodeJS.Timeout | undefined;
  let lastSaveMs = 0;
  let isFailing = false;

  if (directory !== undefined) mkdirSync(directory, { recursive: true, mode: 0o700 });

  const fileOf = (name: string) => join(directory ?? '', `${name}.json`);

  const read = <T>(name: string): [string, T][] => {
    if (directory === undefined) return [];
    try {
      return JSON.parse(readFileSync(fileOf(name), 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw new Error(`The sandbox cannot read ${fileOf(name)}`, { cause: error });
    }
  };

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const started = performance.now();
    for (const [name, snapshot] of dirty) {
      const partial = `${fileOf(name)}.partial`;
      writeFileSync(partial, JSON.stringify(snapshot()), { mode: 0o600 });
      renameSync(partial, fileOf(name));
    }
    dirty.clear();
    lastSaveMs = performance.now() - started;
  };

  const markDirty = (name: string, snapshot: () => unknown) => {
    if (directory === undefined) return;
    dirty.set(name, snapshot);
    // Large states take longer to write; waiting in proportion keeps saving below a tenth of the time.
    timer ??= setTimeout(save, Math.max(SAVE_AFTER_MS, lastSaveMs * 10)).unref();
  };

  /** Disk space may become free again: unsaved changes are kept and saving is retried. */
  const save = () => {
    try {
      flush();
      isFailing = false;
    } catch (error) {
      const { message } = error as Error;
      if (!isFailing) process.stderr.write(`The sandbox cannot save: ${message}\n`);
      isFailing = true;
      timer = setTimeout(save, RETRY_AFTER_MS).unref();
    }
  };

  return {
    flush,
    collection<T>(name: string, { cap = Number.POSITIVE_INFINITY }: { cap?: number } = {}) {
      const items = new Map<string, T>(read<T>(name));
      const changed = () => markDirty(name, () => [...items]);
      return {
        get: (id) => items.get(id),
        put(id, value) {
          items.set(id, value);
          for (const oldest of items.keys()) {
            if (items.size <= cap) break;
            items.delete(oldest);
          }
          changed();
          return value;
        },
        delete(id) {
          if (items.delete(id)) changed();
        },
        clear() {
          items.clear();
          changed();
        },
        values: () => [...items.values()],
        newest: () => [...items.values()].reverse(),
        get size() {
          return items.size;
        },
      } satisfies Collection<T>;
    },
  };
}
