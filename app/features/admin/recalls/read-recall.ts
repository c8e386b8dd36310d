import { isSameRecall, type RecallContent } from '#domain/recall.ts';
import { isAsInserted } from '../data/save-unchanged.ts';
import type { AdminCalls, RowOf } from '../data/use-admin-calls.ts';
import type { StoredOver } from '../form/use-saved.ts';

export const backToRecalls = { to: '/admin/recalls', label: 'Back to recalls' };

export const recallKey = (id: string) => ['recall', id] as const;

export interface WholeRecall {
  recall: RowOf<'recalls'>;
  batchIds: string[];
  codes: string[];
}

/** Response of `preview-recall` (docs/authenticity.md). */
export interface RecallPreview {
  batches: { id: string; code: string; product: string | null }[];
  orders: number;
  addresses: number;
  withoutAddress: number;
}

/** Null if there is no such recall. */
export async function readRecall(calls: AdminCalls, id: string): Promise<WholeRecall | null> {
  // In one query: texts and batches from different moments would form a recall that never existed.
  const [found] = await calls.run((tables) =>
    tables.from('recalls').select('*, recall_batches(batch_id, batch:batches(code))').eq('id', id),
  );
  if (!found) return null;
  const { recall_batches: batches, ...recall } = found;
  return {
    recall,
    batchIds: batches.map(({ batch_id }) => batch_id),
    codes: batches.map(({ batch }) => batch.code).sort(),
  };
}

/** A draft as loaded or saved. */
export type RecallDraft = Pick<WholeRecall, 'recall' | 'batchIds'>;

/** As its form holds it too; the order of its batches says nothing. */
export const toRecallContent = ({ recall, batchIds }: RecallDraft) => ({
  batchIds: batchIds.toSorted(),
  reason: recall.reason,
  instructions: recall.instructions,
});

/**
 * Stores a draft with its batches if it still is as it was `loaded` (null: a new one), or if it is what the form has
 * `sent` before without hearing of it, or inserted under this id of its own. Throws AdminFailure.
 */
export async function storeRecall(
  calls: AdminCalls,
  loaded: RecallDraft | null,
  { id, ...values }: RecallContent & { id: string },
  sent: readonly RecallContent[],
): Promise<StoredOver<RecallDraft>> {
  const { reason, instructions, batchIds } = values;
  async function save(known: RecallDraft | null): Promise<StoredOver<RecallDraft>> {
    const [recall] = await calls.run((tables) =>
      tables.rpc('save_recall', {
        ...{ recall: id, reason, instructions, batch_ids: [...batchIds] },
        ...(known ? { seen: known.recall.updated_at } : {}),
      }),
    );
    return recall
      ? { outcome: 'saved', row: { recall, batchIds: [...batchIds] } }
      : { outcome: 'conflict', theirs: await readRecall(calls, id) };
  }
  const stored = await save(loaded);
  if (stored.outcome === 'saved' || !stored.theirs) return stored;
  const { theirs } = stored;
  const said = toRecallContent(theirs);
  if (isSameRecall(said, values)) return { outcome: 'saved', row: theirs };
  const isOwn =
    sent.some((each) => isSameRecall(said, each)) || (!loaded && isAsInserted(theirs.recall));
  return isOwn ? save(theirs) : stored;
}
