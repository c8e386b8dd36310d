import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { summarizeBatch } from '#domain/product-proof.ts';
import { renderAt } from '#tests/components/render-at.tsx';
import { BatchExcerpt } from './batch-excerpt.tsx';
import { RecallNotice } from './recall-notice.tsx';

const result = (analyte: string, value: number | null, limit: number) => ({
  ...{ analyte, value, limit, unit: 'µg/g' },
  qualifier: value === null ? 'not detected' : '=',
});

it('shows the three results closest to their limits, and the way to all of them', async () => {
  const batch = {
    ...{ code: 'SH 7', laboratory: 'Hill Laboratory', testedOn: '2026-10-01' },
    results: [
      result('lead', 1, 10),
      result('mercury', 0.001, 30),
      result('arsenic', 6, 30),
      result('Salmonella', null, 0),
    ],
  };
  await renderAt('/product/a', <BatchExcerpt batch={summarizeBatch(batch)} weight="30g" />);
  const items = page.getByRole('listitem');
  await expect.element(items.nth(0)).toMatchTextContent('arsenic6 µg/g, 20% of the limit');
  await expect.element(items.nth(2)).toMatchTextContent('0.001 µg/g, less than 1% of the limit');
  expect(items.elements()).toHaveLength(3);
  await expect.element(page.getByText(/Of 4 results, these come closest/)).toBeVisible();
  await expect.element(page.getByText('Hill Laboratory, tested on October 1, 2026')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'All results of batch SH 7' }))
    .toHaveAttribute('href', '/batch/SH%207');
});

it('names every recalled batch with what to do, and says nothing where there is none', async () => {
  const announced = {
    id: 'r',
    at: '2026-11-24',
    reason: 'A leak.',
    instructions: 'Do not use it.',
  };
  const screen = await renderAt(
    '/product/a',
    <RecallNotice
      recalls={[
        { codes: ['SH1', 'SH2', 'SH3'], announced },
        { codes: ['SH9'], announced: null },
      ]}
    />,
  );
  const notice = page.getByRole('region', { name: /^Recall/ });
  await expect.element(notice).toMatchTextContent('We are taking back batches SH1, SH2 and SH3.');
  await expect.element(notice).toMatchTextContent('Do not use it.');
  await expect.element(notice).toMatchTextContent('We are taking back batch SH9.');
  await expect
    .element(notice.getByRole('link', { name: 'Why, and what to do' }))
    .toHaveAttribute('href', '/recalls#recall-r');
  await screen.unmount();
  await renderAt('/product/a', <RecallNotice recalls={[]} />);
  expect(page.getByRole('region', { name: /^Recall/ }).elements()).toHaveLength(0);
});
