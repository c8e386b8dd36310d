import type { AdminCalls, RowOf } from '../data/use-admin-calls.ts';

export const backToRecalls = { to: '/admin/recalls', label: 'Back to recalls' };

export const recallKey = (id: string) => ['recall', id] as const;

export interface WholeRecall {
  recall: RowOf<'recalls'>;
  batchIds: string[];
  codes: string[];
}

/** As `preview-recall` answers (docs/authenticity.md). */
export interface RecallPreview {
  batches: { id: string; code: string; product: string | null }[];
  orders: number;
  addresses: number;
  withoutAddress: number;
}

/** Null when there is no such recall. */
export async function readRecall(calls: AdminCalls, id: string): Promise<WholeRecall | null> {
  const [[recall], batches] = await Promise.all([
    calls.run((tables) => tables.from('recalls').select().eq('id', id)),
    calls.run((tables) =>
      tables.from('recall_batches').select('batch_id, batch:batches(code)').eq('recall_id', id),
    ),
  ]);
  if (!recall) return null;
  return {
    recall,
    batchIds: batches.map(({ batch_id }) => batch_id),
    codes: batches.map(({ batch }) => batch.code).sort(),
  };
}

/** Stores a draft with its batches; the same again changes nothing. */
export async function storeRecall(
  calls: AdminCalls,
  known: WholeRecall | null,
  {
    id,
    batchIds,
    ...texts
  }: { id: string; reason: string; instructions: string; batchIds: readonly string[] },
): Promise<void> {
  if (known) {
    await calls.run((tables) => tables.from('recalls').update(texts).eq('id', id));
  } else {
    const stored = await calls.run((tables) => tables.from('recalls').select('id').eq('id', id));
    // The answer to the first try may have been lost.
    await (stored.length > 0
      ? calls.run((tables) => tables.from('recalls').update(texts).eq('id', id))
      : calls.run((tables) => tables.from('recalls').insert({ id, ...texts })));
  }
  await calls.run((tables) => tables.from('recall_batches').delete().eq('recall_id', id));
  await calls.run((tables) =>
    tables.from('recall_batches').insert(batchIds.map((batch_id) => ({ recall_id: id, batch_id }))),
  );
}
