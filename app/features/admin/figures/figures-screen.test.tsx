import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import FiguresScreen from './figures-screen.tsx';

const row = (name: string) => page.getByRole('row', { name });

it('shows the previous period beside the requested one', async () => {
  const calls = answerCalls(({ body }) => {
    const isNow = body.first_day === '2026-11-01';
    const sold = isNow ? 3 : 2;
    return {
      body: {
        total: 1,
        rows: [
          { name: isNow ? 'TEN' : 'OLD', detail: '', sold, cents: sold * 1000 },
          { name: '', detail: '', sold, cents: sold * 100 },
        ],
      },
    };
  });
  await renderAdmin('/admin/figures?by=code&from=2026-11-01&until=2026-11-07', <FiguresScreen />);
  await expect.element(row('TEN 3 0 $30.00 $0.00 –')).toBeVisible();
  await expect.element(row('OLD 0 2 $0.00 $20.00 −100%')).toBeVisible();
  await expect.element(row('Without a code 3 2 $3.00 $2.00 +50%')).toBeVisible();
  await expect.element(row('All 6 4 $33.00 $22.00 +50%')).toBeVisible();
  const asked = calls.map(({ body }) => [body.dimension, body.first_day, body.last_day]);
  expect(asked.sort()).toEqual([
    ['code', '2026-10-25', '2026-10-31'],
    ['code', '2026-11-01', '2026-11-07'],
  ]);
});

it('compares each day with the same day of the previous period', async () => {
  answerCalls(({ body }) => ({
    body: {
      products: [],
      days: [
        { day: body.first_day, orders: 1, cents: 5000, refunded_cents: 1000 },
        { day: body.last_day, orders: 2, cents: 9000, refunded_cents: 0 },
      ],
    },
  }));
  await renderAdmin('/admin/figures?from=2026-11-03&until=2026-11-04', <FiguresScreen />);
  await expect.element(row('2026-11-03 1 1 $40.00 $40.00 0%')).toBeVisible();
  await expect.element(page.getByText('2 rows')).toBeVisible();
});

it('says what counts by product, and there alone', async () => {
  answerCalls(() => ({ body: { rows: [], total: 0 } }));
  await renderAdmin('/admin/figures?by=product', <FiguresScreen />);
  const said = page.getByText('after discounts, without delivery and added tax');
  await expect.element(said).toBeVisible();
  await page.getByLabelText('By', { exact: true }).selectOptions('code');
  await expect.element(said).not.toBeInTheDocument();
});

it('says so where the days are no period', async () => {
  const calls = answerCalls(() => ({ body: [] }));
  await renderAdmin('/admin/figures?from=2026-11-05&until=2026-11-04', <FiguresScreen />);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/not before it/);
  expect(calls).toEqual([]);
});

it('keeps what is chosen under a name', async () => {
  const stored: { id: string; name: string; query: string }[] = [];
  answerCalls(({ method, path, body }) => {
    if (!path.includes('saved_filters')) return { body: { rows: [], total: 0 } };
    if (method === 'POST') stored.push({ id: 'f', ...body });
    return { body: stored };
  });
  const asked = 'by=country&from=2026-11-01&until=2026-11-07';
  await renderAdmin(`/admin/figures?${asked}`, <FiguresScreen />);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByLabelText('Save current filters as').fill('First week');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(page.getByRole('link', { name: 'First week' })).toBeVisible();
  expect(stored).toMatchObject([{ screen: 'figures', name: 'First week', query: asked }]);
});

it('keeps what is typed of the next name while one is saved', async () => {
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>();
  answerCalls(({ method, path }) => {
    if (!path.includes('saved_filters')) return { body: { rows: [], total: 0 } };
    return method === 'POST' ? held.then(() => ({ body: [] })) : { body: [] };
  });
  await renderAdmin('/admin/figures?by=country', <FiguresScreen />);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  const name = page.getByLabelText('Save current filters as');
  await name.fill('By country');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await name.fill('Next');
  answerNow();
  await expect.element(page.getByText('Filters saved')).toBeVisible();
  await expect.element(name).toHaveValue('Next');
});
