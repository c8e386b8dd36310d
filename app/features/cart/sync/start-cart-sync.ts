import { showToast } from '#app/components/ui/toast.ts';
import { readStoredSession } from '#app/lib/stored-session.ts';
import { isSameCart } from '#domain/merge-cart.ts';
import { cartStore, onAccountCart } from '../store/cart-store.ts';
import { createAccountCart } from './account-cart.ts';
import { type CartSyncDeps, createCartSyncState, syncCart } from './sync-cart.ts';

const firstPauseMs = 500;
const longestPauseMs = 30_000;

let saveNow: (() => Promise<unknown>) | null = null;

/**
 * Syncs the cart with the account for as long as this customer is signed in. Loaded once there is a
 * session. Returns a function that stops it.
 */
export function startCartSync(owner: string, publishableKey: string): () => void {
  const progress = createCartSyncState(owner, () => window.localStorage);
  const deps: CartSyncDeps = {
    owner,
    account: createAccountCart(publishableKey),
    // After a sign-out, in this tab or another, nothing of the account is stored anymore.
    copies: {
      linesOf: cartStore.linesOf,
      keepLines: (whose, lines) => isHere(owner) && cartStore.keepLines(whose, lines),
    },
    progress: {
      read: progress.read,
      write: (next) => isHere(owner) && progress.write(next),
    },
    exclusively: oneTabAtATime(`cart:${owner}`),
  };
  let stopped = false;
  let pauseMs = firstPauseMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = false;

  async function save(reads: boolean): Promise<void> {
    clearTimeout(timer);
    if (stopped || !isHere(owner)) return;
    const kept = await syncCart(deps, { reads });
    if (stopped) return;
    if (kept === 'unreachable') {
      timer = setTimeout(() => void save(false), pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      if (!told && hasUnsaved()) showToast(waitingNotice);
      told = true;
      return;
    }
    pauseMs = firstPauseMs;
    told = false;
    if (kept === 'refused') showToast(refusedNotice);
  }

  function hasUnsaved(): boolean {
    return !isSameCart(progress.read().base ?? [], cartStore.linesOf(owner) ?? []);
  }

  const readAgain = () => {
    if (document.visibilityState === 'visible') void save(true);
  };
  // Runs after a change in this tab or another; without one there is nothing to send or to request.
  const forgetStore = cartStore.subscribe(() => void save(false));
  window.addEventListener('online', readAgain);
  document.addEventListener('visibilitychange', readAgain);
  const stopNews = onAccountCart(() => void save(true));
  void save(true);
  saveNow = () => save(false);

  return () => {
    stopped = true;
    saveNow = null;
    clearTimeout(timer);
    forgetStore();
    stopNews();
    window.removeEventListener('online', readAgain);
    document.removeEventListener('visibilitychange', readAgain);
  };
}

const isHere = (owner: string) => readStoredSession()?.userId === owner;

/** Called before signing out: sends unsaved changes. */
export async function saveCart(): Promise<void> {
  await saveNow?.();
}

/** Called after signing out: deletes the account's cart from this browser, unless it could not be saved. */
export function forgetCart(owner: string): void {
  const progress = createCartSyncState(owner, () => window.localStorage);
  const { base, sent } = progress.read();
  if (sent || !isSameCart(base ?? [], cartStore.linesOf(owner) ?? [])) return;
  progress.forget();
  cartStore.keepLines(owner, null);
}

const waitingNotice = {
  title: 'Your cart is not saved yet',
  description:
    'The shop cannot be reached. Your changes are stored in this browser and will be saved as soon as possible.',
} as const;

const refusedNotice = {
  title: 'Your cart could not be saved',
  description: 'Your last change was undone. Please try again.',
  variant: 'destructive',
} as const;

/** Without locks in the browser (a page without TLS), the tabs rely on the server's merging. */
function oneTabAtATime(name: string): CartSyncDeps['exclusively'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const locked = () =>
      navigator.locks ? navigator.locks.request(name, work) : Promise.resolve(work());
    const next = last.then(locked, locked);
    last = next;
    return next as ReturnType<typeof work>;
  };
}
