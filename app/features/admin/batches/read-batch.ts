import { useQuery } from '@tanstack/react-query';
import type { BatchLimit } from '#domain/batch-limits.ts';
import { type AdminCalls, type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';

export type BatchResult = RowOf<'batch_results'>;
export type BatchDocument = RowOf<'batch_documents'>;

export interface BatchProofs {
  results: BatchResult[];
  documents: BatchDocument[];
}

export interface BatchReview {
  problems: string[];
  needed: string[];
  limits: BatchLimit[];
}

/** Everything read about one batch lies under this. */
export const batchKey = (id: string) => ['batch', id] as const;

export function useProofs(id: string) {
  const calls = useAdminCalls();
  return useQuery({
    queryKey: [...batchKey(id), 'proofs'],
    queryFn: () => readProofs(calls, id),
    refetchOnWindowFocus: false,
  });
}

async function readProofs(calls: AdminCalls, id: string): Promise<BatchProofs> {
  const [results, documents] = await Promise.all([
    calls.run((tables) =>
      tables
        .from('batch_results')
        .select()
        .eq('batch_id', id)
        .order('panel')
        .order('created_at')
        .order('analyte'),
    ),
    calls.run((tables) =>
      tables.from('batch_documents').select().eq('batch_id', id).order('created_at'),
    ),
  ]);
  return { results, documents };
}

/** What stands against a release, and the limits to compare with. */
export function useReview(id: string) {
  const calls = useAdminCalls();
  return useQuery({
    queryKey: [...batchKey(id), 'review'],
    queryFn: () => calls.invoke<BatchReview>('review-batch', { batchId: id }),
    refetchOnWindowFocus: false,
  });
}
