import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '#tests/components/render-at.tsx';
import { ReportForm } from './report-form.tsx';

beforeEach(() => sessionStorage.clear());

const message = () => page.getByLabelText('What looks wrong?');
const reportId = () =>
  document.querySelector<HTMLInputElement>('input[name="reportId"]')?.value ?? '';

it('keeps what was typed, and which report it is, until it was sent', async () => {
  const first = await renderAt('/report', <ReportForm answer={null} />);
  await message().fill('The seal was broken.');
  const id = reportId();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  await first.unmount();
  const again = await renderAt('/report', <ReportForm answer={null} />);
  await expect.element(message()).toHaveValue('The seal was broken.');
  expect(reportId()).toBe(id);
  await again.unmount();
  const sent = await renderAt('/report', <ReportForm answer={{ state: 'sent' }} />);
  await sent.unmount();
  await renderAt('/report', <ReportForm answer={null} />);
  await expect.element(message()).toHaveValue('');
  expect(reportId()).not.toBe(id);
});
