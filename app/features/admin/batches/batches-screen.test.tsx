import { Route, Routes } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import BatchesScreen from './batches-screen.tsx';

const id = '11110000-0000-4000-8000-000000000000';
const batch = {
  ...{ id, code: 'SH2041', product_id: 'p', status: 'draft', made_on: null, best_before: null },
  ...{ units_made: 100, origin: null, note: null, released_at: null },
  ...{ created_at: '2026-11-20T12:00:00Z', updated_at: '2026-11-20T12:00:00Z' },
};
const limits = [
  { analyte: 'lead', panel: 'heavy metals', limit: 10, unit: 'µg/g', source: 'USP <2232>' },
];
const lead = {
  ...{ id: '22220000-0000-4000-8000-000000000000', batch_id: id, analyte: 'lead', value: 0.1 },
  ...{ panel: 'heavy metals', qualifier: '=', unit: 'µg/g', limit_value: 10, method: null },
  ...{ limit_source: 'USP <2232>', passes: true, created_at: '2026-11-20T12:00:00Z' },
};

interface Shop {
  status?: string;
  results?: unknown[];
  problems?: string[];
}

function shop({ status = 'draft', results = [], problems = [] }: Shop) {
  let now = status;
  return answerCalls(({ method, path }) => {
    if (path.includes('/review-batch')) return { body: { problems, needed: ['lead'], limits } };
    if (path.includes('/release-batch')) {
      now = 'released';
      return { body: { batch: { ...batch, status: now } } };
    }
    if (path.includes('/correct-batch')) return { body: { batch } };
    if (path.includes('/issue-codes')) return { body: { codes: ['0123456789A', 'BCDEFGH0123'] } };
    if (path.startsWith('/rest/v1/batches')) return { body: [{ ...batch, status: now }] };
    if (path.startsWith('/rest/v1/products')) return { body: [{ id: 'p', name: 'Pure Resin' }] };
    if (path.startsWith('/rest/v1/batch_results') && method === 'GET') return { body: results };
    return { body: [] };
  });
}

const result = page.getByRole('group', { name: 'Result for lead' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const answer = (name: string) => page.getByRole('alertdialog').getByRole('button', { name });

it('says what is missing before a release, and stores a measured value with the default limit', async () => {
  const calls = shop({ problems: ['lead: there is no result yet.'] });
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await expect.element(page.getByText('Lead: there is no result yet.')).toBeVisible();
  await expect.element(button('Release')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(result.getByText('No value yet')).toBeVisible();
  await result.getByLabelText('Value').fill('10.5');
  await expect.element(result.getByText('Beyond the limit')).toBeVisible();
  await result.getByLabelText('Value').fill('many');
  await button('Save results').click();
  await expect.element(page.getByText('Enter a number such as 0.08.')).toBeVisible();
  await result.getByLabelText('Value').fill('0.08');
  await button('Save results').click();
  await expect.element(page.getByText('Results saved')).toBeVisible();
  const stored = calls.find(
    ({ method, path }) => method === 'POST' && path.startsWith('/rest/v1/batch_results'),
  );
  expect(stored?.body).toEqual([
    expect.objectContaining({
      ...{ batch_id: id, analyte: 'lead', panel: 'heavy metals', qualifier: '=', value: 0.08 },
      ...{ unit: 'µg/g', limit_value: 10, limit_source: 'USP <2232>' },
    }),
  ]);
});

it('releases after a question that names the batch', async () => {
  const calls = shop({ results: [lead] });
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await button('Release').click();
  await expect.element(page.getByText('Release SH2041?')).toBeVisible();
  expect(calls.filter(({ path }) => path.includes('release-batch'))).toHaveLength(0);
  await answer('Release').click();
  await expect.element(page.getByText('Batch SH2041 released')).toBeVisible();
  // Facts of a published batch change by a correction alone.
  await expect.element(page.getByRole('link', { name: 'View passport' })).toBeVisible();
  await expect.element(page.getByRole('form', { name: 'Facts' })).toBeVisible();
});

it('publishes changed results of a released batch as a correction, with its reason', async () => {
  const calls = shop({ status: 'released', results: [lead] });
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await result.getByLabelText('Value').fill('0.2');
  const form = page.getByRole('form', { name: 'Results' });
  await form.getByRole('button', { name: 'Publish correction' }).click();
  await expect.element(form.getByText('Say why, in a few words.')).toBeVisible();
  await form.getByLabelText('Reason for the correction').fill('The laboratory mistyped it.');
  await form.getByRole('button', { name: 'Publish correction' }).click();
  await answer('Publish correction').click();
  await expect.element(page.getByText('Correction published')).toBeVisible();
  const sent = calls.find(({ path }) => path.includes('correct-batch'));
  expect(sent?.body).toMatchObject({
    ...{ batchId: id, reason: 'The laboratory mistyped it.' },
    results: [{ analyte: 'lead', value: 0.2, limitValue: 10, limitSource: 'USP <2232>' }],
  });
  expect(
    calls.some(
      ({ method, path }) =>
        /POST|PATCH|DELETE/.test(method) && /\/rest\/v1\/(?!rpc\/admin_batch_checks)/.test(path),
    ),
  ).toBe(false);
});

it('uploads a document of a released batch only once the correction has its reason', async () => {
  shop({ status: 'released', results: [lead] });
  const uploads = vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue();
  onTestFinished(() => uploads.mockRestore());
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  const form = page.getByRole('form', { name: 'Add a document' });
  const file = new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' });
  await form.getByLabelText(/^File/).upload(file);
  await form.getByRole('button', { name: 'Publish with this document' }).click();
  await expect.element(page.getByText('Say why, in a few words.')).toBeVisible();
  await expect.element(form.getByText('Uploading...')).not.toBeInTheDocument();
  expect(uploads).not.toHaveBeenCalled();
  // What was chosen is still there.
  await page.getByLabelText('Reason for the correction').fill('The certificate was missing.');
  await form.getByRole('button', { name: 'Publish with this document' }).click();
  await expect.poll(() => uploads.mock.calls.length).toBe(1);
});

it('does not let issued codes be left before they were taken', async () => {
  shop({ results: [lead] });
  await renderAdmin(`/admin/batches/${id}/codes`, <Screen />);
  await page.getByLabelText('How many').fill('0');
  await button('Issue codes').click();
  await expect.element(page.getByText('Enter a whole number from 1 to 10,000.')).toBeVisible();
  await page.getByLabelText('How many').fill('2');
  await button('Issue codes').click();
  await expect.element(page.getByText('2 codes of SH2041')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the batch' }).click();
  await expect.element(page.getByText('Leave without the codes?')).toBeVisible();
  await answer('Stay').click();
  await page.getByText('Show the codes').click();
  await expect.element(page.getByText('0123 4567 89A')).toBeVisible();
  await page.getByLabelText('Labels already used on the first sheet').fill('30');
  await expect
    .element(page.getByRole('button', { name: 'Print 2 labels' }))
    .toHaveAttribute('aria-disabled', 'true');
});

function Screen() {
  return (
    <Routes>
      <Route path="/admin/batches/*" element={<BatchesScreen />} />
    </Routes>
  );
}
