import { useState } from 'react';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '#tests/components/render-at.tsx';
import { ReportForm } from './report-form.tsx';
import type { ReportAnswer } from './send-report.ts';

beforeEach(() => sessionStorage.clear());

const message = () => page.getByLabelText('What looks wrong?');
const send = () => page.getByRole('button', { name: 'Send report' }).click();
const thanks = () => page.getByText('Thank you');
const reportId = () =>
  document.querySelector<HTMLInputElement>('input[name="reportId"]')?.value ?? '';

/** Renders the form and holds back what it sends. `answer` gives the answer to it. */
async function renderForm() {
  const hold = (event: Event) => event.preventDefault();
  window.addEventListener('submit', hold, { capture: true });
  onTestFinished(() => window.removeEventListener('submit', hold, { capture: true }));
  let answer = (_answer: ReportAnswer) => {};
  function Report() {
    const [given, setGiven] = useState<ReportAnswer | null>(null);
    answer = setGiven;
    return <ReportForm answer={given} />;
  }
  const { unmount } = await renderAt('/report', <Report />);
  return { unmount, answer: (given: ReportAnswer) => answer(given) };
}

it('keeps what was typed, and once it was sent which report it is, until it arrived', async () => {
  const first = await renderForm();
  await message().fill('The seal was broken.');
  await send();
  const id = reportId();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  await first.unmount();
  const again = await renderForm();
  await expect.element(message()).toHaveValue('The seal was broken.');
  expect(reportId()).toBe(id);
  await send();
  expect(reportId()).toBe(id);
  again.answer({ state: 'sent' });
  await expect.element(thanks()).toBeVisible();
  await again.unmount();
  await renderForm();
  await expect.element(message()).toHaveValue('');
  await message().fill('Another jar.');
  await send();
  expect(reportId()).not.toBe(id);
});

it('keeps what is typed while a report is sent, as part of the same one', async () => {
  const form = await renderForm();
  await message().fill('The seal was broken.');
  await send();
  const id = reportId();
  await message().fill('The seal was broken, and the lid is of another color.');
  form.answer({ state: 'sent' });
  await expect.element(page.getByText(/without what you changed while it was/)).toBeVisible();
  await expect.element(thanks()).not.toBeInTheDocument();
  await expect
    .element(message())
    .toHaveValue('The seal was broken, and the lid is of another color.');
  await send();
  expect(reportId()).toBe(id);
  form.answer({ state: 'sent' });
  await expect.element(thanks()).toBeVisible();
});

it('notices another picture that was chosen while the report was sent', async () => {
  const form = await renderForm();
  const pictures = page.getByLabelText('Pictures');
  await message().fill('The seal was broken.');
  await pictures.upload(new File(['1'], 'jar.jpg', { type: 'image/jpeg' }));
  await send();
  await pictures.upload(new File(['2'], 'lid.jpg', { type: 'image/jpeg' }));
  form.answer({ state: 'sent' });
  await expect.element(page.getByText(/without what you changed while it was/)).toBeVisible();
});

it('makes of a half-written report in a duplicated tab another one', async () => {
  const first = await renderForm();
  await message().fill('The seal was broken.');
  const copied = { ...sessionStorage };
  await send();
  const id = reportId();
  await first.unmount();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(copied)) sessionStorage.setItem(key, value);
  await renderForm();
  await expect.element(message()).toHaveValue('The seal was broken.');
  await send();
  expect(reportId()).toMatch(/^[0-9a-f-]{36}$/);
  expect(reportId()).not.toBe(id);
});

it('thanks for what was sent without scripts', async () => {
  await renderAt('/report', <ReportForm answer={{ state: 'sent' }} />);
  await expect.element(thanks()).toBeVisible();
});
