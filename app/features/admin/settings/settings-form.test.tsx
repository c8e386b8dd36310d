import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { ShopSettings } from './shop-settings.tsx';

interface Row {
  key: string;
  value: unknown;
  updated_at: string;
}

interface Others {
  losesFirstAnswer?: boolean;
  /** Called once, between reading what is stored and saving. */
  meanwhile?: () => void;
}

/** Simulates the settings table, including changes by others. */
function openSettings(rows: Row[], { losesFirstAnswer = false, meanwhile }: Others = {}) {
  let loses = losesFirstAnswer;
  let others = meanwhile;
  answerCalls(({ path, body }) => {
    if (path.includes('/rpc/save_settings')) {
      others?.();
      others = undefined;
      const storedOf = (key: string) => rows.find((row) => row.key === key)?.value;
      const wanted = Object.entries(body.wanted);
      if (wanted.some(([key, value]) => ![value, body.seen[key]].includes(storedOf(key)))) {
        return { body: false };
      }
      for (const [key, value] of wanted) {
        const known = rows.find((row) => row.key === key);
        if (known) known.value = value;
        else rows.push({ key, value, updated_at: '2026-11-21T13:00:00Z' });
      }
      if (loses) {
        loses = false;
        return { ...broken, status: 502 };
      }
      return { body: true };
    }
    return { body: rows.map((row) => ({ ...row })) };
  });
}

const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
const tagline = () => page.getByLabelText(/^Tagline/);
const website = () => page.getByLabelText(/^Website/);
const savedByOthers = (rows: Row[], value: string) =>
  rows.push({ key: 'tagline', value, updated_at: '2026-11-21T12:00:00Z' });

it('asks before it overwrites a setting that somebody else saved meanwhile', async () => {
  const rows: Row[] = [];
  openSettings(rows);
  await renderAdmin('/admin/settings', <ShopSettings />);
  await tagline().fill('Mine');
  savedByOthers(rows, 'Theirs');
  await save();
  const told = page.getByRole('alert').filter({ hasText: 'Someone else saved this' });
  await expect.element(told.getByText('They changed: tagline')).toBeVisible();
  expect(rows).toMatchObject([{ value: 'Theirs' }]);
  await told.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.poll(() => rows).toMatchObject([{ value: 'Mine' }]);
});

it('asks too where somebody else saves at the same moment', async () => {
  const rows: Row[] = [];
  openSettings(rows, { meanwhile: () => savedByOthers(rows, 'Theirs') });
  await renderAdmin('/admin/settings', <ShopSettings />);
  await tagline().fill('Mine');
  await save();
  await expect.element(page.getByText('They changed: tagline')).toBeVisible();
  expect(rows).toMatchObject([{ value: 'Theirs' }]);
});

it('overwrites only what was shown', async () => {
  const rows: Row[] = [];
  openSettings(rows);
  await renderAdmin('/admin/settings', <ShopSettings />);
  await tagline().fill('Mine');
  savedByOthers(rows, 'Theirs');
  await save();
  const overwrite = page.getByRole('button', { name: 'Overwrite with mine' });
  await expect.element(overwrite).toBeVisible();
  rows.splice(0, 1, { key: 'tagline', value: 'A third', updated_at: '2026-11-21T14:00:00Z' });
  await overwrite.click();
  const saved = () => document.querySelector<HTMLTimeElement>('[role="alert"] time')?.dateTime;
  await expect.poll(saved).toContain('T14:00');
  expect(rows).toMatchObject([{ value: 'A third' }]);
  await overwrite.click();
  await expect.poll(() => rows).toMatchObject([{ value: 'Mine' }]);
});

it('saves beside others who save another setting at the same moment', async () => {
  const rows: Row[] = [];
  openSettings(rows, { meanwhile: () => savedByOthers(rows, 'Theirs') });
  await renderAdmin('/admin/settings', <ShopSettings />);
  await website().fill('mine.example');
  await save();
  await expect.poll(() => rows.map(({ value }) => value)).toEqual(['Theirs', 'mine.example']);
});

it('takes theirs, and keeps what else was typed', async () => {
  const rows: Row[] = [];
  openSettings(rows);
  await renderAdmin('/admin/settings', <ShopSettings />);
  await tagline().fill('Mine');
  await website().fill('mine.example');
  savedByOthers(rows, 'Theirs');
  await save();
  await page.getByRole('button', { name: 'Show their version' }).click();
  await expect.element(tagline()).toHaveValue('Theirs');
  await expect.element(website()).toHaveValue('mine.example');
  await save();
  await expect
    .poll(() => rows.map(({ key, value }) => [key, value]))
    .toEqual([
      ['tagline', 'Theirs'],
      ['website', 'mine.example'],
    ]);
});

it('saves beside others who changed another setting', async () => {
  const rows: Row[] = [];
  openSettings(rows);
  await renderAdmin('/admin/settings', <ShopSettings />);
  await website().fill('mine.example');
  savedByOthers(rows, 'Theirs');
  await save();
  // The previous test left the same texts on the screen, so they do not show that this one has saved.
  await expect.poll(() => rows.map(({ value }) => value)).toEqual(['Theirs', 'mine.example']);
  await expect.element(page.getByText('Settings saved').first()).toBeVisible();
});

it('knows its own setting again when more was typed since the answer was lost', async () => {
  const rows: Row[] = [];
  openSettings(rows, { losesFirstAnswer: true });
  await renderAdmin('/admin/settings', <ShopSettings />);
  await tagline().fill('Mine');
  await save();
  await expect.element(page.getByText('Failed to save settings')).toBeVisible();
  await tagline().fill('Mine, and more');
  await save();
  await expect.element(page.getByText('Settings saved')).toBeVisible();
  await expect.element(page.getByText('Someone else saved this')).not.toBeInTheDocument();
  expect(rows).toMatchObject([{ value: 'Mine, and more' }]);
});
