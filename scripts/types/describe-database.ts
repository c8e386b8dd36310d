import type { Database } from '@liv-fit/backend/database';
import type { GeneratorMetadata } from '@supabase/postgrest-typegen';
import { sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';

/** Describes the schemas in a stable order, in the format the official client's generators read. */
export async function describeDatabase(
  database: Database,
  schemas: string[],
): Promise<GeneratorMetadata> {
  const queryable = { query: (text: string) => database.query({ text }) };
  return sortGeneratorMetadata(await introspect(queryable, { includedSchemas: schemas }));
}
