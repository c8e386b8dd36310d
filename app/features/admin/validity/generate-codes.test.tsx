import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import GenerateCodes from './generate-codes.tsx';

it('sends the same codes again after a lost answer and a reload', async () => {
  let lost = true;
  const calls = answerCalls(({ method, body }) => {
    if (method !== 'POST') return { body: [] };
    if (lost) return { status: 503, body: { message: 'lost' } };
    return { body };
  });
  const generate = async () => {
    await page.getByLabelText('How many').fill('3');
    await page.getByRole('button', { name: 'Generate' }).click();
  };
  const first = await renderAdmin('/admin/validity/generate', <GenerateCodes />);
  await generate();
  await expect.element(page.getByText('Failed to add validity code')).toBeVisible();
  await first.unmount();
  lost = false;
  await renderAdmin('/admin/validity/generate', <GenerateCodes />);
  await generate();
  await expect.element(page.getByText('3 validity codes added')).toBeVisible();
  const sent = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.at(-1)).toEqual(sent[0]);
  expect(sent[0]).toHaveLength(3);
});
