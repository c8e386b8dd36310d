/** Where focus was in the screen, or in a dialog or menu on top of it. */
interface Spot {
  element: HTMLElement;
  layer: Element;
  path: string;
  /** Its position each time something around it was removed; innermost first. */
  places: Place[];
}

interface Place {
  removed: Element;
  parent: Element;
  previous: Element | null;
}

const layers = '[role=dialog], [role=alertdialog], [role=menu], #content';
const controls = 'a[href], button, input, select, textarea, [tabindex="0"]';

/**
 * Moves focus when the focused element is deleted, closed or disabled: to whatever takes its place,
 * else to what came before it, else to the start of the screen or dialog. Otherwise it would fall
 * back to the very start of the page, and keyboard and screen reader users would have to begin
 * again. Code that moves focus itself takes precedence.
 */
export function keepFocus(): () => void {
  /** From the screen to the innermost dialog or menu. */
  let trail: Spot[] = [];
  let byPointer = false;
  let checking = false;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const layer = target.closest(layers);
    if (!layer) return;
    trail = trail.filter((spot) => spot.layer !== layer && spot.layer.isConnected);
    trail.push({ element: target, layer, path: window.location.pathname, places: [] });
  };

  const check = () => {
    checking = false;
    if (!isLost()) return;
    const open = trail.filter(({ layer }) => layer.isConnected && !layer.matches('[data-closed]'));
    const spot = open.at(-1);
    if (!spot) return;
    if (isReachable(spot.element)) {
      // A click on empty space removes focus on purpose; a dialog that closes does not.
      if (spot === trail.at(-1) && spot.places.length === 0) trail = [];
      else spot.element.focus();
      return;
    }
    const layer = spot.layer as HTMLElement;
    const next = spot.path === window.location.pathname ? successorOf(spot) : null;
    // Focusing a field would open a phone's keyboard.
    if (!next || (byPointer && isTyped(next))) layer.focus({ preventScroll: true });
    else next.focus({ preventScroll: byPointer });
  };
  const checkSoon = () => {
    if (checking) return;
    checking = true;
    // Runs after anything that sets focus in an effect or in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(check));
  };

  const observer = new MutationObserver((records) => {
    for (const { target, removedNodes, previousSibling } of records) {
      for (const removed of removedNodes) {
        if (!(removed instanceof Element)) continue;
        for (const { element, places } of trail) {
          if (!removed.contains(places.at(-1)?.parent ?? element)) continue;
          const previous = elementBefore(previousSibling);
          places.push({ removed, parent: target as Element, previous });
        }
      }
    }
    checkSoon();
  });
  const noteKey = () => {
    byPointer = false;
  };
  const notePointer = () => {
    byPointer = true;
  };
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden'],
  });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', checkSoon);
  document.addEventListener('keydown', noteKey, true);
  document.addEventListener('pointerdown', notePointer, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', checkSoon);
    document.removeEventListener('keydown', noteKey, true);
    document.removeEventListener('pointerdown', notePointer, true);
  };
}

const isLost = () =>
  document.hasFocus() && (document.activeElement ?? document.body) === document.body;

function isReachable(element: Element): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled, [inert] *') &&
    element.checkVisibility({ visibilityProperty: true })
  );
}

const isTyped = (element: Element) =>
  element.matches('textarea, select, input:not([type=checkbox], [type=radio])');

function successorOf({ element, layer, places }: Spot): HTMLElement | null {
  // If a row was removed, the same button in the row that moved up.
  const row = places.find(({ removed }) => removed.matches('[data-row]'))?.removed;
  const index = row ? controlsOf(row).indexOf(element) : null;
  const place = places.find(({ parent }) => parent.isConnected);
  const start = place ? (place.previous?.isConnected ? place.previous : null) : element;
  const parent = place?.parent ?? element.parentElement;
  if (!parent || !layer.contains(parent)) return null;
  const after = start ? start.nextElementSibling : parent.firstElementChild;
  const found = firstAfter(after, index) ?? firstBefore(start, index);
  if (found) return found;
  for (let around = parent; around !== layer; around = around.parentElement ?? layer) {
    const beside =
      firstAfter(around.nextElementSibling) ?? firstBefore(around.previousElementSibling);
    if (beside) return beside;
  }
  return null;
}

function firstAfter(start: Element | null, index: number | null = null): HTMLElement | null {
  for (let each = start; each; each = each.nextElementSibling) {
    const all = controlsOf(each).filter(isReachable);
    const found = all[index ?? 0] ?? all[0];
    if (found) return found;
  }
  return null;
}

function firstBefore(start: Element | null, index: number | null = null): HTMLElement | null {
  for (let each = start; each; each = each.previousElementSibling) {
    const all = controlsOf(each).filter(isReachable);
    const found = all[index ?? all.length - 1] ?? all.at(-1);
    if (found) return found;
  }
  return null;
}

function controlsOf(element: Element): HTMLElement[] {
  const within = [...element.querySelectorAll<HTMLElement>(controls)];
  return element.matches(controls) ? [element as HTMLElement, ...within] : within;
}

function elementBefore(node: Node | null): Element | null {
  let each = node;
  while (each && !(each instanceof Element)) each = each.previousSibling;
  return each;
}
