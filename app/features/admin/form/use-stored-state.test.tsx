import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { claimTab } from './tab-name.ts';
import { useStoredState } from './use-stored-state.ts';

function Field() {
  const [text, setText] = useStoredState<string>('field', () => true);
  return (
    <label>
      Text <input value={text ?? ''} onChange={({ target }) => setText(target.value)} />
    </label>
  );
}

const field = page.getByLabelText('Text');
const slotOf = (tab: string) => `admin-kept:00000000-0000-4000-8000-000000000001:field#${tab}`;
const storedOf = (tab: string) => JSON.parse(localStorage.getItem(slotOf(tab)) ?? 'null');
const leaveIn = (tab: string, text: string) =>
  localStorage.setItem(slotOf(tab), JSON.stringify(text));

/** Simulates another tab that is open until the test ends. */
async function openTab(tab: string): Promise<void> {
  await new Promise<void>((opened) => {
    void navigator.locks.request(`admin-tab:${tab}`, () => {
      opened();
      return new Promise<void>((close) => onTestFinished(close));
    });
  });
}

// First, since a page learns its name only once.
it('starts anew in a duplicated tab, and leaves to the first what is typed there', async () => {
  sessionStorage.setItem('admin-tab', 'first');
  await openTab('first');
  leaveIn('first', 'Of the first');
  await renderAdmin('/admin', <Field />);
  await field.fill('Of the second');
  const own = await claimTab();
  expect(own).not.toBe('first');
  await expect.poll(() => storedOf(own)).toBe('Of the second');
  expect(storedOf('first')).toBe('Of the first');
});

it('takes nothing from a tab that is open', async () => {
  await openTab('other');
  leaveIn('other', 'Theirs');
  await renderAdmin('/admin', <Field />);
  const own = await claimTab();
  await expect.element(field).toHaveValue('');
  await field.fill('Mine');
  await expect.poll(() => storedOf(own)).toBe('Mine');
  expect(storedOf('other')).toBe('Theirs');
});

it('takes over once what a closed tab left', async () => {
  leaveIn('closed', 'Left behind');
  await renderAdmin('/admin', <Field />);
  await expect.element(field).toHaveValue('Left behind');
  expect(storedOf('closed')).toBeNull();
  // Its page is opened again, as by the browser after a crash.
  leaveIn('closed', 'Typed there since');
  await field.fill('Mine');
  await expect.poll(() => storedOf('closed')).toBe('Typed there since');
  const own = await claimTab();
  expect(storedOf(own)).toBe('Mine');
});
