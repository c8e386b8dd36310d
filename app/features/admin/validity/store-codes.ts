import type { AdminCalls } from '../data/use-admin-calls.ts';

export interface NewCode {
  /** Chosen by the caller where the same codes may be sent again: then they count as new. */
  id?: string;
  code: string;
  product_name: string;
}

/** Rows in one call. */
const batchSize = 500;
/** Ids in one URL. */
const atOnce = 100;

/**
 * Stores codes in batches and answers those that were new; what exists already stays as it is.
 * `onProgress` gets the number of processed codes. Throws AdminFailure; codes stored before that
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

/** Which of these were stored by an earlier call whose answer was lost. */
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
