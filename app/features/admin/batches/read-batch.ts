import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BatchLimit } from '#domain/batch-limits.ts';
import { type AdminCalls, type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';

export type BatchResult = RowOf<'batch_results'>;
export type BatchDocument = RowOf<'batch_documents'>;

/** The contents of a passport, published or to be. */
export interface BatchProofs {
  /** Of the latest signed passport; 0 if there is none. */
  revision: number;
  facts: Pick<RowOf<'batches'>, 'made_on' | 'best_before' | 'units_made' | 'origin'>;
  results: BatchResult[];
  documents: BatchDocument[];
}

export interface BatchReview {
  problems: string[];
  needed: string[];
  limits: BatchLimit[];
}

/** The prefix of all query keys about one batch. */
export const batchKey = (id: string) => ['batch', id] as const;

export function useProofs(id: string) {
  const calls = useAdminCalls();
  return useQuery({
    queryKey: [...batchKey(id), 'proofs'],
    queryFn: () => readProofs(calls, id),
    refetchOnWindowFocus: false,
  });
}

/** Reads them again immediately. Throws AdminFailure. */
export function useReadProofs(id: string): () => Promise<BatchProofs> {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  return () =>
    queries.fetchQuery({
      queryKey: [...batchKey(id), 'proofs'],
      queryFn: () => readProofs(calls, id),
      staleTime: 0,
    });
}

async function readProofs(calls: AdminCalls, id: string): Promise<BatchProofs> {
  // Read first: if something is published while the rest is being read, saving will notice.
  const [latest] = await calls.run((tables) =>
    tables
      .from('batch_passports')
      .select('revision')
      .eq('batch_id', id)
      .order('revision', { ascending: false })
      .limit(1),
  );
  const [facts, results, documents] = await Promise.all([
    calls.run((tables) =>
      tables
        .from('batches')
        .select('made_on, best_before, units_made, origin')
        .eq('id', id)
        .single(),
    ),
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
  return { revision: latest?.revision ?? 0, facts, results, documents };
}

/** What prevents a release, and the limits to compare with. */
export function useReview(id: string) {
  const calls = useAdminCalls();
  return useQuery({
    queryKey: [...batchKey(id), 'review'],
    queryFn: () => calls.invoke<BatchReview>('review-batch', { batchId: id }),
    refetchOnWindowFocus: false,
  });
}
