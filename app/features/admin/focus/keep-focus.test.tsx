import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { keepFocus } from './keep-focus.ts';

function List() {
  const [rows, setRows] = useState(['one', 'two', 'three']);
  useEffect(keepFocus, []);
  return (
    <main id="content" tabIndex={-1}>
      <button type="button" onClick={() => setRows([])}>
        Remove all
      </button>
      <ul>
        {rows.map((row) => (
          <li key={row} data-row>
            <a href="#content">{row}</a>
            <button type="button" onClick={() => setRows(rows.filter((each) => each !== row))}>
              Delete {row}
            </button>
          </li>
        ))}
      </ul>
      <p>
        {rows.length > 0 ? (
          <button type="button" disabled={rows.length === 2} onClick={() => setRows(rows.slice(1))}>
            Remove the first
          </button>
        ) : null}
      </p>
    </main>
  );
}

const button = (name: string) => page.getByRole('button', { name });

async function press(name: string): Promise<void> {
  button(name).element().focus();
  await userEvent.keyboard('{Enter}');
}

it('goes to the same button of the row that moved up, then of the one above', async () => {
  await render(<List />);
  await press('Delete two');
  await expect.element(button('Delete three')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Delete one')).toHaveFocus();
});

it('moves to the control before it if none follows', async () => {
  await render(<List />);
  await press('Delete one');
  await press('Delete two');
  await press('Delete three');
  await expect.element(button('Remove all')).toHaveFocus();
});

it('does not stay on what was disabled', async () => {
  await render(<List />);
  await press('Remove the first');
  await expect.element(button('Remove the first')).toBeDisabled();
  await expect.element(button('Delete three')).toHaveFocus();
});

it('moves to the start of the screen if no neighbor is left', async () => {
  function Emptied() {
    const [shown, setShown] = useState(true);
    useEffect(keepFocus, []);
    return (
      <main id="content" tabIndex={-1}>
        {shown ? (
          <button type="button" onClick={() => setShown(false)}>
            Close
          </button>
        ) : (
          <p>Closed.</p>
        )}
      </main>
    );
  }
  await render(<Emptied />);
  await press('Close');
  await expect.element(page.getByRole('main')).toHaveFocus();
});

it('lets a press beside everything take the focus away', async () => {
  await render(
    <>
      <List />
      <p>Nothing to press</p>
    </>,
  );
  button('Delete one').element().focus();
  await page.getByText('Nothing to press').click();
  // It would have moved two frames later.
  await new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(document.activeElement).toBe(document.body);
});
