/** A recall as everybody reads it at `/recalls`. */
export interface PublicRecall {
  id: string;
  announcedAt: string;
  reason: string;
  instructions: string;
  batches: { code: string; product: string }[];
}

/** Where a recall is told among all. */
export const recallPath = (id: string) => `/recalls#recall-${id}`;

/** How far the emails of a recall have come. */
export interface RecallProgress {
  status: 'draft' | 'sending' | 'sent';
  /** Email addresses, and orders without one. */
  recipients: number;
  /** Handed to the outbox; of these `sent` were taken by the mail server and `failed` given up. */
  queued: number;
  sent: number;
  failed: number;
  acknowledged: number;
  withoutAddress: number;
}

/** What a recall says, and of which batches. */
export interface RecallContent {
  reason: string;
  instructions: string;
  batchIds: readonly string[];
}

export function saysTheSame(one: RecallContent, other: RecallContent): boolean {
  return (
    one.reason === other.reason &&
    one.instructions === other.instructions &&
    [...one.batchIds].sort().join() === [...other.batchIds].sort().join()
  );
}
