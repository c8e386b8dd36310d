import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showToast } from '#app/components/ui/toast.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { uncoverFocus } from './uncover-focus.ts';

function Screen() {
  useEffect(uncoverFocus, []);
  return (
    <main id="content">
      <div data-bar style={{ position: 'sticky', top: 0, height: 120, background: 'white' }}>
        Bar
      </div>
      {Array.from({ length: 40 }, (_, index) => `Button ${index}.`).map((name) => (
        <p key={name} style={{ height: 60 }}>
          <button type="button">{name}</button>
        </p>
      ))}
      <div data-bar style={{ position: 'sticky', bottom: 0, height: 120, background: 'white' }}>
        Foot
      </div>
    </main>
  );
}

const button = (name: string) => page.getByRole('button', { name: `${name}.` });

/** Whether the topmost element at each corner is the button itself. */
const isUncovered = (element: Element) => () => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [
    [left + 2, top + 2],
    [right - 2, bottom - 2],
  ].every(([x = 0, y = 0]) => element.contains(document.elementFromPoint(x, y)));
};

it('scrolls what has the focus out from under a bar, upwards and downwards', async () => {
  await renderAdmin('/admin/orders', <Screen />);
  button('Button 0').element().focus();
  for (let step = 0; step < 20; step++) {
    await userEvent.keyboard('{Tab}');
    const focused = document.activeElement as Element;
    await expect.poll(isUncovered(focused)).toBe(true);
  }
  await expect.element(button('Button 20')).toHaveFocus();
  for (let step = 0; step < 19; step++) {
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    const focused = document.activeElement as Element;
    await expect.poll(isUncovered(focused)).toBe(true);
  }
  await expect.element(button('Button 1')).toHaveFocus();
});

it('moves a notice off what has the focus', async () => {
  await page.viewport(360, 740);
  await renderAdmin('/admin/orders', <Screen />);
  button('Button 0').element().focus();
  await userEvent.keyboard('{Tab}{Tab}{Tab}');
  showToast({
    title: 'Saved',
    description: 'A notice of some length, over several lines. '.repeat(6),
  });
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
  for (let step = 0; step < 8; step++) {
    await expect.poll(isUncovered(document.activeElement as Element)).toBe(true);
    await userEvent.keyboard('{Tab}');
  }
});
