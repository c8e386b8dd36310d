/** A recall as everybody reads it at `/recalls`. */
export interface PublicRecall {
  id: string;
  announcedAt: string;
  reason: string;
  instructions: string;
  batches: { code: string; product: string }[];
}
