import type { AdminCalls } from '../data/use-admin-calls.ts';

export interface NewCode {
  code: string;
  product_name: string;
}

/** Rows in one call. */
const batchSize = 500;

/**
 * Stores codes in batches and answers those that were new; what exists already stays as it is.
 * `onProgress` is told how many were dealt with. Throws AdminFailure; what was stored before stays.
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
    onProgress(start + batch.length);
  }
  return stored;
}
