import type { Database } from '#backend/database/database.ts';
import { loadSchema } from './load-schema.ts';
import type { Schema } from './schema.ts';

export interface SchemaCache {
  /** The schema as last read; waits for a reading under way. */
  current(): Promise<Schema>;
  /** Reads it again. What is being answered goes on with the one it has. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Reads the schema once, and again at `notify pgrst`, as after a migration. */
export function createSchemaCache(
  database: Database,
  name: string,
  onChange: () => void,
): SchemaCache {
  let loaded: Promise<Schema> | null = null;
  let stopListening: Promise<() => Promise<void>> | null = null;

  function load(): Promise<Schema> {
    const reading = loadSchema(database, name);
    loaded = reading;
    onChange();
    // A failed reading is not kept: the next request tries again.
    reading.catch(() => {
      if (loaded === reading) loaded = null;
    });
    return reading;
  }

  function listen(): void {
    stopListening ??= database.listen('pgrst', (payload) => {
      if (payload === '' || payload === 'reload schema') load().catch(() => {});
    });
    stopListening.catch(() => {
      stopListening = null;
    });
  }

  return {
    async current() {
      listen();
      if (!loaded) {
        // Listening first: a change between the two would be missed otherwise.
        await stopListening?.catch(() => {});
        return loaded ?? load();
      }
      return loaded;
    },
    async reload() {
      await load();
    },
    async close() {
      const stop = await stopListening?.catch(() => null);
      await stop?.();
    },
  };
}
