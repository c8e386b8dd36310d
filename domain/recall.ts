/** A recall as published at `/recalls`. */
export interface PublicRecall {
  id: string;
  announcedAt: string;
  reason: string;
  instructions: string;
  batches: { code: string; product: string }[];
}

/** Where a recall appears in the list. */
export const recallPath = (id: string) => `/recalls#recall-${id}`;

/** How far sending the emails of a recall has come. */
export interface RecallProgress {
  status: 'draft' | 'sending' | 'sent';
  /** Email addresses, plus orders without one. */
  recipients: number;
  /** Handed to the outbox; of these, `sent` were accepted by the mail server and `failed` were given up. */
  queued: number;
  sent: number;
  failed: number;
  acknowledged: number;
  withoutAddress: number;
}

/** The text of a recall and the batches it covers. */
export interface RecallContent {
  reason: string;
  instructions: string;
  batchIds: readonly string[];
}

export function isSameRecall(one: RecallContent, other: RecallContent): boolean {
  return (
    one.reason === other.reason &&
    one.instructions === other.instructions &&
    [...one.batchIds].sort().join() === [...other.batchIds].sort().join()
  );
}
