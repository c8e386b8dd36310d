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

/**
 * Stores codes in batches and returns those that were new; existing ones stay as they are.
 * `onProgress` gets the number of processed codes. Throws AdminFailure; codes stored by then
 * remain.
 */
export async function storeCodes(
  calls: AdminCalls,
  codes: readonly NewCode[],
  onProgress: (done: number) => void = () => {},
): Promise<Set<string>> {
  const stored = new Set<string>();
  for (let start = 0; start < codes.length; start += batchSize) {
    const batch = codes.slice(start, start + batchSize);
    const rows = await calls.run((tables) =>
      tables
        .from('validity_codes')
        .upsert(batch, { onConflict: 'code', ignoreDuplicates: true })
        .select('code'),
    );
    for (const { code } of rows) stored.add(code);
    for (const code of await readOwn(
      calls,
      batch.filter((each) => !stored.has(each.code)),
    )) {
      stored.add(code);
    }
    onProgress(start + batch.length);
  }
  return stored;
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
