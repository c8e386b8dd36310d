import type { Database } from '../../database/database.ts';
import { loadSchema } from './load-schema.ts';
import { readSwitches, type Switches } from './read-switches.ts';
import type { Schema } from './schema.ts';

/** What was read of the database at one moment. */
export interface Loaded {
  /** The exposed schemas by name. */
  schemas: ReadonlyMap<string, Schema>;
  switches: Switches;
}

export interface SchemaCache {
  /** What was last read; waits for a reading under way. */
  current(): Promise<Loaded>;
  /** Reloads it. Requests in progress continue with the schema they have. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Reads the exposed schemas once, and again at `notify pgrst`, as after a migration. */
export function createSchemaCache(
  database: Database,
  names: readonly string[],
  onChange: () => void,
): SchemaCache {
  let latest: Promise<Loaded> | null = null;
  let stopListening: Promise<() => Promise<void>> | null = null;

  function load(): Promise<Loaded> {
    const reading = read(database, names);
    // Until it is read, requests go on with what there is.
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
      // Listening first: a change between the two would be missed otherwise.
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
