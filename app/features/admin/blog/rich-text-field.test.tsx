import { useCallback, useRef, useState } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import RichTextField from './rich-text-field.tsx';

/** A form that has received every keystroke but renders it later, as on a slow machine. */
function SlowForm() {
  const latest = useRef('<p>Resin</p>');
  const [shown, show] = useState(latest.current);
  const readLatest = useCallback(() => latest.current, []);
  const take = (html: string) => {
    latest.current = html;
  };
  const replace = (html: string) => {
    take(html);
    show(html);
  };
  return (
    <>
      <RichTextField label="Content" value={shown} readLatest={readLatest} onChange={take} />
      <button type="button" onClick={() => show('<p>Resin i</p>')}>
        Show an earlier letter
      </button>
      <button type="button" onClick={() => replace('<p>Someone else’s</p>')}>
        Replace
      </button>
    </>
  );
}

const text = () => page.getByRole('textbox', { name: 'Content' });

it('keeps what is typed while an earlier letter is being shown', async () => {
  await renderAdmin('/admin/blog/new', <SlowForm />);
  await text().click();
  await userEvent.keyboard('{Control>}{End}{/Control} is old');
  await expect.element(text()).toHaveTextContent('Resin is old');
  await page.getByRole('button', { name: 'Show an earlier letter' }).click();
  await expect.element(text()).toHaveTextContent('Resin is old');
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect.element(text()).toHaveTextContent('Someone else’s');
});

it('takes a picture from the library with its text, and goes on writing after it', async () => {
  const picture = {
    ...{ id: '10000000-0000-4000-8000-000000000001', name: 'a.jpg', title: 'On the table.jpg' },
    ...{ alt: 'An open jar', mimetype: 'image/jpeg', bytes: 1, places: {}, used: false },
  };
  answerCalls(() => ({ body: { rows: [picture], total: 1 } }));
  await renderAdmin('/admin/blog/new', <SlowForm />);
  await text().click();
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}');
  await page.getByRole('button', { name: 'Image from the library' }).click();
  const focused: unknown[] = [];
  const note = ({ target }: FocusEvent) => focused.push(target);
  document.addEventListener('focusin', note);
  onTestFinished(() => document.removeEventListener('focusin', note));
  await page.getByRole('button', { name: 'On the table.jpg' }).click();
  const image = text().getByRole('img', { name: 'An open jar' });
  await expect.element(image).toHaveAttribute('src', '/storage/v1/object/public/uploads/a.jpg');
  await expect.poll(() => document.activeElement === text().element()).toBe(true);
  // The toolbar button must not get focus first, because a letter typed at once would be lost.
  const opener = page.getByRole('button', { name: 'Image from the library' }).element();
  expect(focused).not.toContain(opener);
  await userEvent.keyboard('Behind it.');
  await expect.element(text().getByText('Behind it.')).toBeVisible();
  await expect.element(image).toBeInTheDocument();
});

it('has the focus as soon as a tool is pressed, so that no key is lost', async () => {
  await renderAdmin('/admin/blog/new', <SlowForm />);
  await expect.element(text()).toBeVisible();
  const bold = page.getByRole('button', { name: 'Bold', exact: true }).element();
  bold.focus();
  (bold as HTMLElement).click();
  expect(document.activeElement).toBe(text().element());
});

it('asks for the text of a picture from the library that has none, then goes back to writing', async () => {
  const picture = {
    ...{ id: '10000000-0000-4000-8000-000000000001', name: 'a.jpg', title: 'On the table.jpg' },
    ...{ alt: '', mimetype: 'image/jpeg', bytes: 1, places: {}, used: false },
  };
  answerCalls(() => ({ body: { rows: [picture], total: 1 } }));
  await renderAdmin('/admin/blog/new', <SlowForm />);
  await text().click();
  await page.getByRole('button', { name: 'Image from the library' }).click();
  await page.getByRole('button', { name: 'On the table.jpg' }).click();
  const alt = page.getByLabelText('Alternative text');
  await expect.poll(() => document.activeElement === alt.element()).toBe(true);
  await userEvent.keyboard('A jar{Enter}');
  await expect.element(text().getByRole('img', { name: 'A jar' })).toBeInTheDocument();
  await expect.poll(() => document.activeElement === text().element()).toBe(true);
});
