import { AdminFailure } from '../data/admin-failure.ts';
import type { AdminCalls } from '../data/use-admin-calls.ts';

export interface NewCode {
  /** Chosen by the caller if the same codes may be sent again: then they still count as new. */
  id?: string;
  code: string;
  product_name: string;
}

/** Rows per call. */
const batchSize = 500;
/** Ids per URL. */
const atOnce = 100;

export interface StoredCodes {
  /** Those that were new. */
  stored: Set<string>;
  /** Those whose batch decides what checks answer, with the reason in words. */
  refused: Map<string, string>;
}

/**
 * Stores codes in batches; existing ones stay as they are. `onProgress` gets the number of processed
 * codes. Throws AdminFailure; codes stored by then remain.
 */
export async function storeCodes(
  calls: AdminCalls,
  codes: readonly NewCode[],
  onProgress: (done: number) => void = () => {},
): Promise<StoredCodes> {
  const stored = new Set<string>();
  const refused = new Map<string, string>();
  for (let start = 0; start < codes.length; start += batchSize) {
    const batch = codes.slice(start, start + batchSize);
    const rows = await insertNew(calls, batch).catch(async (error: unknown) => {
      if (!(error instanceof AdminFailure && error.code === '23514')) throw error;
      const found = await calls.run((tables) =>
        tables.rpc('refused_codes', { codes: batch.map(({ code }) => code) }),
      );
      if (found.length === 0) throw error;
      for (const { code, reason } of found) refused.set(code, reason);
      const rest = batch.filter(({ code }) => !refused.has(code));
      return rest.length > 0 ? insertNew(calls, rest) : [];
    });
    for (const { code } of rows) stored.add(code);
    for (const code of await readOwn(
      calls,
      batch.filter((each) => !stored.has(each.code) && !refused.has(each.code)),
    )) {
      stored.add(code);
    }
    onProgress(start + batch.length);
  }
  return { stored, refused };
}

function insertNew(calls: AdminCalls, codes: readonly NewCode[]) {
  return calls.run((tables) =>
    tables
      .from('validity_codes')
      .upsert([...codes], { onConflict: 'code', ignoreDuplicates: true })
      .select('code'),
  );
}

/** Those that were stored by an earlier call whose response was lost. */
async function readOwn(calls: AdminCalls, codes: readonly NewCode[]): Promise<string[]> {
  const ids = codes.flatMap(({ id }) => id ?? []);
  const own: string[] = [];
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce);
    const rows = await calls.run((tables) =>
      tables.from('validity_codes').select('code').in('id', some),
    );
    own.push(...rows.map(({ code }) => code));
  }
  return own;
}
