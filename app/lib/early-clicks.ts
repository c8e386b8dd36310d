import { type CartLine, parseCart } from '#domain/cart.ts';

interface EarlyPresses {
  buttons: HTMLButtonElement[];
  /** The scripts will not load, so nothing pulses anymore. */
  isLost?: boolean;
  /** The page's scripts have loaded and React is listening. */
  isOver?: boolean;
  stop: () => void;
}

declare global {
  interface Window {
    earlyPresses?: EarlyPresses;
  }
}

export const linesKey = 'early-cart-lines';

/**
 * Runs in the page's head: records which buttons are clicked before the scripts have loaded, and
 * makes them pulse until their click takes effect. Buttons that work without scripts are ignored.
 * `data-cart-line`: if the page is left before that, the line is passed on to the next page.
 */
export const earlyClicksScript = `(() => {
  const buttons = [];
  const note = ({ target }) => {
    const button = target.closest?.('button[type="button"]:not([popovertarget])');
    if (!button) return;
    if (!window.earlyPresses.isLost && !buttons.includes(button)) button.animate({ opacity: [1, 0.5, 1] }, { duration: 900, iterations: Infinity });
    buttons.push(button);
  };
  addEventListener('click', note, true);
  addEventListener('pagehide', () => {
    const lines = buttons.splice(0).flatMap((button) => button.dataset.cartLine ?? []);
    if (lines.length === 0) return;
    try {
      const earlier = JSON.parse(sessionStorage.getItem('${linesKey}') ?? '[]');
      const all = [...earlier, ...lines.map((line) => JSON.parse(line))];
      sessionStorage.setItem('${linesKey}', JSON.stringify(all));
    } catch {}
  });
  window.earlyPresses = { buttons, stop: () => removeEventListener('click', note, true) };
})()`;

/** Call in the same task in which React begins to listen, so that no click counts twice. */
export function stopRecordingEarlyClicks(): void {
  if (!window.earlyPresses) return;
  window.earlyPresses.stop();
  window.earlyPresses.isOver = true;
}

/** Replays the clicks that came too early, once each. */
export function replayEarlyClicks(): void {
  for (const button of window.earlyPresses?.buttons.splice(0) ?? []) {
    for (const animation of button.getAnimations()) animation.cancel();
    // Each in its own task, like real clicks: the second + adds to the result of the first.
    setTimeout(() => button.isConnected && button.click());
  }
}

/** What was added to the cart on a page that was left before its scripts loaded; returned only once. */
export function readEarlyLinesOnce(): CartLine[] {
  try {
    const lines = parseCart(sessionStorage.getItem(linesKey));
    sessionStorage.removeItem(linesKey);
    return lines;
  } catch {
    return [];
  }
}
