/** Bars that stay in place while the screen scrolls beneath them. */
const bars = '[data-bar]';
const notices = '.toaster > .toast:not([data-leaving])';
const gap = 8;

/**
 * Keeps the focused element visible (WCAG 2.4.11): scrolls it out from under bars, and moves a
 * notice that covers it to the other edge.
 */
export function uncoverFocus(): () => void {
  let looking = false;
  const look = () => {
    looking = false;
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused.matches('body, [tabindex="-1"]')) return;
    if (!focused.matches(':focus-visible')) return;
    // Dialogs and menus are above the bars.
    if (focused.closest('#content')) {
      for (const bar of document.querySelectorAll(bars)) {
        if (covers(bar, focused)) scrollOut(focused, bar);
      }
    }
    const notice = document.querySelector<HTMLElement>(notices);
    if (notice && covers(notice, focused)) moveAway(notice, focused);
  };
  const lookSoon = () => {
    if (looking) return;
    looking = true;
    requestAnimationFrame(look);
  };
  const observer = new MutationObserver(lookSoon);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', lookSoon);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', lookSoon);
  };
}

function covers(cover: Element, focused: Element): boolean {
  if (cover.contains(focused)) return false;
  const [a, b] = [cover.getBoundingClientRect(), focused.getBoundingClientRect()];
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

function scrollOut(focused: Element, bar: Element): void {
  const [edge, box] = [bar.getBoundingClientRect(), focused.getBoundingClientRect()];
  const atTop = edge.top < window.innerHeight / 2;
  const top = atTop ? box.top - edge.bottom - gap : box.bottom - edge.top + gap;
  window.scrollBy({ top, behavior: 'instant' });
}

function moveAway(notice: HTMLElement, focused: Element): void {
  const region = notice.parentElement as HTMLElement;
  const height = notice.offsetHeight;
  const box = focused.getBoundingClientRect();
  const below = box.bottom + gap + height <= window.innerHeight;
  region.style.bottom = 'auto';
  // The notice extends upward from its region, which has no height.
  region.style.top = `${below ? box.bottom + gap + height : Math.max(height, box.top - gap)}px`;
}
