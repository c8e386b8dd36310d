import type { Locator, Page } from 'playwright/test';
import { expect, expectAccessible, expectNoSideScroll } from './shop-test.ts';

/**
 * Moves the focus there and checks that it can be reached with the Tab key and that nothing covers
 * it.
 */
export async function reach(control: Locator): Promise<Locator> {
  const page = control.page();
  await expect(control).toBeVisible();
  // A page that has just opened may take the focus in the meantime.
  await expect(async () => {
    await control.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(control).toBeFocused({ timeout: 1000 });
  }).toPass();
  await expectUncovered(page);
  return control;
}

export async function press(control: Locator, key = 'Enter'): Promise<void> {
  await (await reach(control)).press(key);
}

/** Replaces a field's text. */
export async function type(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page();
  // A dialog that has just opened may take the focus while the first letters are typed.
  await expect(async () => {
    await reach(field);
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type(text);
    await expect(field).toHaveValue(text, { timeout: 1000 });
  }).toPass();
}

/** Opens a menu and selects one of its entries with the arrow keys. */
export async function choose(button: Locator, entry: Locator): Promise<void> {
  const { keyboard } = button.page();
  await press(button);
  await expect(entry).toBeVisible();
  await expect(async () => {
    const isReached = await entry.evaluate((element) => element === document.activeElement);
    if (!isReached) await keyboard.press('ArrowDown');
    expect(isReached).toBe(true);
  }).toPass({ intervals: [20] });
  await keyboard.press('Enter');
}

/** Opens the file dialog with a key and selects a file in it. */
export async function chooseFile(
  input: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const opening = input.page().waitForEvent('filechooser');
  await press(input, 'Space');
  await (await opening).setFiles(file);
}

/** Something has the focus and is visible: no bar or notice covers it (WCAG 2.4.11). */
export async function expectUncovered(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body) return 'nothing has the focus';
        // File inputs are hidden; their label is what is visible.
        const shown = focused.matches('input[type=file]') ? focused.closest('label') : focused;
        const box = (shown ?? focused).getBoundingClientRect();
        const top = document.elementFromPoint(
          (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2,
          (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2,
        );
        const isSeen = top && (shown?.contains(top) || top.contains(focused));
        return isSeen
          ? ''
          : `${focused.outerHTML.slice(0, 120)} is under ${top?.outerHTML.slice(0, 120)}`;
      }),
    )
    .toBe('');
}

/** Fit for a phone: no axe violations, no side scroll, and every target is at least 44 px. */
export async function expectFit(page: Page): Promise<void> {
  // Dimmed while it is loading again.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  expect(await smallTargets(page), 'smaller than 44 px').toEqual([]);
}

const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const controls = 'a[href], button, input, select, textarea, summary, [role=menuitem]';
    const top = [...document.querySelectorAll('[role=alertdialog], [role=dialog]')].at(-1);
    return [...(top ?? document.body).querySelectorAll(controls)]
      .filter((element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return false;
        if (element.closest('[inert], .sr-only, [aria-hidden=true]')) return false;
        // A link within a sentence is only as tall as its line.
        if (getComputedStyle(element).display === 'inline' && element.matches('a')) return false;
        const pressed = element.closest('label') ?? element;
        const { width, height } = pressed.getBoundingClientRect();
        // A link is only as wide as its text, and stands apart from others.
        return height < 43.5 || (width < 43.5 && !element.matches('a'));
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });
