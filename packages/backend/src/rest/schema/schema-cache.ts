import type { Database } from '../../database/database.ts';
import { loadSchema } from './load-schema.ts';
import { readSwitches, type Switches } from './read-switches.ts';
import type { Schema } from './schema.ts';

/** The database's schema as read at one moment. */
export interface Loaded {
  /** The exposed schemas by name. */
  schemas: ReadonlyMap<string, Schema>;
  switches: Switches;
}

export interface SchemaCache {
  /** The last one read; waits if one is being read. */
  current(): Promise<Loaded>;
  /** Reloads the schema. Requests in progress continue with the one they have. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Reads the exposed schemas once, and again on `notify pgrst`, for example after a migration. */
export function createSchemaCache(
  database: Database,
  names: readonly string[],
  onChange: () => void,
): SchemaCache {
  let latest: Promise<Loaded> | null = null;
  let stopListening: Promise<() => Promise<void>> | null = null;

  function load(): Promise<Loaded> {
    const reading = read(database, names);
    // Until the new schema is ready, requests use the current one.
    const published = reading.then(
      (loaded) => {
        latest = published;
        onChange();
        return loaded;
      },
      (error) => {
        if (latest === published) latest = null;
        throw error;
      },
    );
    latest ??= published;
    return published;
  }

  function listen(): Promise<unknown> {
    stopListening ??= database.listen('pgrst', (payload) => {
      if (['', 'reload schema', 'reload config'].includes(payload)) load().catch(() => {});
    });
    return stopListening.catch(() => {
      stopListening = null;
    });
  }

  return {
    async current() {
      // Listens first, so that no change between the two is missed.
      if (!latest) await listen();
      return latest ?? load();
    },
    async reload() {
      await listen();
      await load();
    },
    async close() {
      const stop = await stopListening?.catch(() => null);
      await stop?.();
    },
  };
}

async function read(database: Database, names: readonly string[]): Promise<Loaded> {
  const schemas = new Map<string, Schema>();
  for (const name of names) schemas.set(name, await loadSchema(database, name));
  return { schemas, switches: await readSwitches(database) };
}
