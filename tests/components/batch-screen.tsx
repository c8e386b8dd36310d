import { Route, Routes } from 'react-router';
import { page } from 'vitest/browser';
import BatchesScreen from '#app/features/admin/batches/batches-screen.tsx';
import { answerCalls, type Call } from './answer-calls.ts';
import { renderAdmin } from './render-admin.tsx';

export const id = '11110000-0000-4000-8000-000000000000';
export const batch = {
  ...{ id, code: 'SH2041', product_id: 'p', status: 'draft', made_on: null, best_before: null },
  ...{ units_made: 100, origin: null, note: null, released_at: null },
  ...{ created_at: '2026-11-20T12:00:00Z', updated_at: '2026-11-20T12:00:00Z' },
};
const limits = [
  { analyte: 'lead', panel: 'heavy metals', limit: 10, unit: 'µg/g', source: 'USP <2232>' },
];
export const lead = {
  ...{ id: '22220000-0000-4000-8000-000000000000', batch_id: id, analyte: 'lead', value: 0.1 },
  ...{ panel: 'heavy metals', qualifier: '=', unit: 'µg/g', limit_value: 10, method: null },
  ...{ limit_source: 'USP <2232>', passes: true, created_at: '2026-11-20T12:00:00Z' },
};

export interface Shop {
  status?: string;
  results?: unknown[];
  problems?: string[];
  facts?: object;
  /** Of the latest signed passport. */
  revision?: number;
  /** Overrides the simulated shop's response; null leaves it to the shop. */
  answer?: (call: Call, shop: Shop) => ReturnType<Parameters<typeof answerCalls>[0]> | null;
}

/** Simulates the shop. A test may change its state, as another person would. */
export function shop(state: Shop) {
  state.status ??= 'draft';
  return answerCalls((call) => {
    const { method, path } = call;
    const { status, results = [], problems = [], facts = {}, revision = 1 } = state;
    const answered = state.answer?.(call, state);
    if (answered) return answered;
    if (path.includes('/review-batch')) return { body: { problems, needed: ['lead'], limits } };
    if (path.includes('/release-batch')) {
      state.status = 'released';
      return { body: { batch: { ...batch, status: 'released' } } };
    }
    if (path.includes('/correct-batch')) {
      return { body: { batch, passport: { revision: revision + 1, sha256: '' } } };
    }
    if (path.includes('/rpc/save_batch_results')) return { body: true };
    if (path.includes('/issue-codes')) return { body: { codes: ['0123456789A', 'BCDEFGH0123'] } };
    if (path.startsWith('/rest/v1/batches?select=made_on')) {
      return { body: { ...batch, ...facts } };
    }
    if (path.startsWith('/rest/v1/batches')) return { body: [{ ...batch, ...facts, status }] };
    if (path.startsWith('/rest/v1/batch_passports')) return { body: [{ revision }] };
    if (path.startsWith('/rest/v1/products')) return { body: [{ id: 'p', name: 'Pure Resin' }] };
    if (path.startsWith('/rest/v1/batch_results') && method === 'GET') return { body: results };
    return { body: [] };
  });
}

/** What the shop answers where somebody else was faster. */
export const overtaken = {
  status: 409,
  body: { error: { code: 'batch_changed', message: 'Changed.' } },
};

export const facts = page.getByRole('form', { name: 'Facts' });
export const resultsForm = page.getByRole('form', { name: 'Results' });
export const result = page.getByRole('group', { name: 'Result for lead' });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
/** A button of the question that is asked. */
export const answer = (name: string) => page.getByRole('alertdialog').getByRole('button', { name });

export async function correctFacts(reason: string): Promise<void> {
  await facts.getByLabelText('Reason for the correction').fill(reason);
  await facts.getByRole('button', { name: 'Publish correction' }).click();
  await answer('Publish correction').click();
}

/** Opens the batch's page, or one below it. */
export const openBatch = (below = '') =>
  renderAdmin(
    `/admin/batches/${id}${below}`,
    <Routes>
      <Route path="/admin/batches/*" element={<BatchesScreen />} />
    </Routes>,
  );
