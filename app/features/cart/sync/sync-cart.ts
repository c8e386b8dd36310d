import { type CartLine, parseCart } from '#domain/cart.ts';
import { toStoredLine } from '#domain/line.ts';
import { isSameCart, mergeCarts, recoverBase } from '#domain/merge-cart.ts';
import { isUuid } from '#domain/uuid.ts';

/** `refused`: the server did not save and will not. `unreachable`: whether it did is unknown. */
export type CartAnswer =
  | { kind: 'lines'; lines: CartLine[] }
  | { kind: 'refused' }
  | { kind: 'unreachable' };

/** The cart that the server keeps for the signed-in customer. */
export interface AccountCart {
  read(): Promise<CartAnswer>;
  /** Saves `lines`, which grew from `base`, in one transaction; returns what is stored now. */
  replace(lines: readonly CartLine[], base: readonly CartLine[]): Promise<CartAnswer>;
}

/** What this browser knows of the account's cart beside its own copy of it. */
export interface CartSyncState {
  /** What the server held when it last answered; null before the first answer. */
  base: CartLine[] | null;
  /** What was sent and not yet answered. */
  sent: CartLine[] | null;
}

export interface CartSyncDeps {
  owner: string;
  account: AccountCart;
  /** The copies in this browser: of the account's cart, and the guest's (null). */
  copies: {
    linesOf(owner: string | null): CartLine[] | null;
    keepLines(owner: string | null, lines: readonly CartLine[] | null): unknown;
  };
  progress: { read(): CartSyncState; write(progress: CartSyncState): unknown };
  /** One tab at a time. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** `saved`: browser and account hold the same. */
export type CartSyncResult = 'saved' | 'refused' | 'unreachable';

/**
 * Brings this browser's copy and the account's cart together. Changes show at once and are sent as
 * a whole with the state they were made to, so that the server can join what other tabs and devices
 * saved meanwhile; sending twice changes nothing. What was refused goes back to what the server
 * holds; what could not be sent stays and is sent with the next call.
 *
 * `reads` asks the server first even if there is nothing to send.
 */
export function syncCart(
  deps: CartSyncDeps,
  { reads }: { reads: boolean },
): Promise<CartSyncResult> {
  return deps.exclusively(async () => {
    const { base, sent } = deps.progress.read();
    if (reads || base === null || sent !== null) {
      const read = await readAccount(deps, { base: base ?? [], sent });
      if (read !== 'saved') return read;
    } else if (deps.copies.linesOf(null)) {
      mergeGuestCart(deps, deps.copies.linesOf(deps.owner) ?? []);
    }
    return sendChanges(deps);
  });
}

async function readAccount(
  deps: CartSyncDeps,
  { base, sent }: { base: CartLine[]; sent: CartLine[] | null },
): Promise<CartSyncResult> {
  const { account, copies, progress, owner } = deps;
  const answer = await account.read();
  if (answer.kind !== 'lines') {
    // Without an answer this browser's own lines are all there is to show (requirements §8).
    mergeGuestCart(deps, copies.linesOf(owner) ?? []);
    return answer.kind;
  }
  const known = sent ? recoverBase(base, sent, answer.lines) : base;
  const mine = copies.linesOf(owner) ?? [];
  progress.write({ base: answer.lines, sent: null });
  mergeGuestCart(deps, mergeCarts(known, mine, answer.lines));
  return 'saved';
}

/**
 * Keeps the account's lines, and with them what was put in the cart before signing in; the higher
 * quantity of each line stays. In one step: checkout sends away whose cart is seen to be empty.
 */
function mergeGuestCart({ copies, owner }: CartSyncDeps, lines: readonly CartLine[]): void {
  const guest = copies.linesOf(null);
  copies.keepLines(owner, guest ? mergeCarts([], lines, guest.filter(isKeepable)) : lines);
  if (guest) copies.keepLines(null, null);
}

/** The account takes no line that can be no product's (a hand-edited cart). */
function isKeepable({ id, name, weight }: CartLine): boolean {
  return isUuid(id) && name.length <= 200 && weight.length <= 50;
}

async function sendChanges({
  account,
  copies,
  progress,
  owner,
}: CartSyncDeps): Promise<CartSyncResult> {
  for (;;) {
    const base = progress.read().base ?? [];
    const lines = copies.linesOf(owner) ?? [];
    if (isSameCart(base, lines)) return 'saved';
    progress.write({ base, sent: lines });
    const answer = await account.replace(lines, base);
    if (answer.kind === 'unreachable') return 'unreachable';
    if (answer.kind === 'refused') {
      progress.write({ base, sent: null });
      copies.keepLines(owner, base);
      return 'refused';
    }
    progress.write({ base: answer.lines, sent: null });
    const now = copies.linesOf(owner) ?? [];
    copies.keepLines(owner, mergeCarts(lines, now, answer.lines));
    if (isSameCart(lines, now)) return 'saved';
  }
}

const keyOf = (owner: string) => `cart-progress:${owner}`;

/** Kept in this browser, so that what could not be saved is saved after a reload. */
export function createCartSyncState(owner: string, getStorage: () => Storage) {
  let unsaved: CartSyncState | null = null;
  return {
    read(): CartSyncState {
      if (unsaved) return unsaved;
      try {
        const { base, sent } = JSON.parse(getStorage().getItem(keyOf(owner)) ?? '{}') ?? {};
        const lines = (value: unknown) => (value ? parseCart(JSON.stringify(value)) : null);
        return { base: lines(base), sent: lines(sent) };
      } catch {
        return { base: null, sent: null };
      }
    },
    write(progress: CartSyncState): void {
      const stored = (lines: CartLine[] | null) => lines?.map(toStoredLine) ?? null;
      const json = JSON.stringify({ base: stored(progress.base), sent: stored(progress.sent) });
      try {
        getStorage().setItem(keyOf(owner), json);
        unsaved = null;
      } catch {
        unsaved = progress;
      }
    },
    forget(): void {
      unsaved = null;
      try {
        getStorage().removeItem(keyOf(owner));
      } catch {
        // Nothing could be stored either.
      }
    },
  };
}
