import type { Database } from '@liv-fit/backend/database';
import type { GeneratorMetadata } from '@supabase/postgrest-typegen';
import { sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';

/** What the schemas hold, in a stable order, as the generators of the official client read it. */
export async function describeDatabase(
  database: Database,
  schemas: string[],
): Promise<GeneratorMetadata> {
  const queryable = { query: (text: string) => database.query({ text }) };
  return sortGeneratorMetadata(await introspect(queryable, { includedSchemas: schemas }));
}
