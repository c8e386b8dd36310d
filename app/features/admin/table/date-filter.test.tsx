import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { DateFilter } from './date-filter.tsx';

/** Applies changes with a delay, as the URL of a list does. */
function LateFilter({ asked }: { asked: string[][] }) {
  const [chosen, setChosen] = useState<Record<string, string[]>>({});
  return (
    <DateFilter
      chosen={chosen}
      onChange={(days) => {
        asked.push([...days.from, '–', ...days.until]);
        setTimeout(() => setChosen(days));
      }}
    />
  );
}

async function openFilter(): Promise<string[][]> {
  const asked: string[][] = [];
  await renderAdmin('/admin/orders', <LateFilter asked={asked} />);
  await page.getByRole('button', { name: 'Date' }).click();
  await expect.element(page.getByLabelText('From')).toBeVisible();
  return asked;
}

const field = (label: string) => page.getByLabelText(label);
const button = () => page.getByRole('button', { name: /^Date/ });

/** Types complete dates in the order in which the browser shows their parts: month, day, year. */
async function type(label: string, keys: string): Promise<void> {
  field(label).element().focus();
  await userEvent.keyboard(keys);
}

it('acts once a typed day is complete, and keeps what is typed until then', async () => {
  const asked = await openFilter();
  await type('From', '11202026');
  await expect.element(field('From')).toHaveValue('2026-11-20');
  await expect.element(button()).toHaveTextContent('Date: from 2026-11-20');
  await type('Until', '11242026');
  await expect.element(button()).toHaveTextContent('Date: 2026-11-20 – 2026-11-24');
  expect(asked).toEqual([
    ['2026-11-20', '–'],
    ['2026-11-20', '–', '2026-11-24'],
  ]);
});

it('empties a day that was cleared', async () => {
  const asked = await openFilter();
  await field('From').fill('2026-11-20');
  await expect.element(button()).toMatchTextContent(/from 2026-11-20/);
  await field('From').fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(button()).not.toMatchTextContent(/2026/);
  expect(asked.at(-1)).toEqual(['–']);
});

it('says that a day is incomplete before Escape drops it', async () => {
  const asked = await openFilter();
  await type('From', '1120');
  await userEvent.keyboard('{Escape}');
  await expect.element(field('From')).toHaveAccessibleDescription(/whole date/);
  await expect.element(field('From')).toHaveFocus();
  await userEvent.keyboard('2026');
  await expect.element(button()).toMatchTextContent(/from 2026-11-20/);
  await userEvent.keyboard('{Escape}');
  await expect.element(field('From')).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
  expect(asked).toEqual([['2026-11-20', '–']]);
});

it('closes on a second Escape', async () => {
  await openFilter();
  await type('From', '1120');
  await userEvent.keyboard('{Escape}');
  await expect.element(field('From')).toHaveAccessibleDescription(/whole date/);
  await userEvent.keyboard('{Escape}');
  await expect.element(field('From')).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
});
