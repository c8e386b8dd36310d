import { type CartLine, parseCart } from '#domain/cart.ts';

interface EarlyPresses {
  buttons: HTMLButtonElement[];
  /** The scripts will not come: nothing pulses anymore. */
  isLost?: boolean;
  /** React listens: the page's scripts have come. */
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
 * Runs in the page's head: remembers which buttons are pressed before the scripts are there, and lets
 * them pulse until their press has its effect. Buttons that work without a script are none of its
 * business. `data-cart-line`: when the page is left before, the line goes along to the next one.
 */
export const noteEarlyPresses = `(() => {
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

/** To be called in the very task in which React begins to listen, so that no press counts twice. */
export function stopNotingEarlyPresses(): void {
  if (!window.earlyPresses) return;
  window.earlyPresses.stop();
  window.earlyPresses.isOver = true;
}

/** Gives the presses that came too early their effect, once each. */
export function replayEarlyPresses(): void {
  for (const button of window.earlyPresses?.buttons.splice(0) ?? []) {
    for (const animation of button.getAnimations()) animation.cancel();
    // Each in a task of its own, as pressed: the second + adds to what the first one made.
    setTimeout(() => button.isConnected && button.click());
  }
}

/** What was put into the cart on a page that was left before its scripts were there; once. */
export function takeEarlyLines(): CartLine[] {
  try {
    const lines = parseCart(sessionStorage.getItem(linesKey));
    sessionStorage.removeItem(linesKey);
    return lines;
  } catch {
    return [];
  }
}
