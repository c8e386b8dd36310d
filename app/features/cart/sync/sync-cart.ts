import { type CartLine, parseCart } from '#domain/cart.ts';
import { toStoredLine } from '#domain/line.ts';
import { isSameCart, mergeCarts, recoverBase } from '#domain/merge-cart.ts';
import { isUuid } from '#domain/uuid.ts';

/** `refused`: the server did not save and will not. `unreachable`: it is unknown whether it did. */
export type CartAnswer =
  | { kind: 'lines'; lines: CartLine[] }
  | { kind: 'refused' }
  | { kind: 'unreachable' };

/** The signed-in customer's cart on the server. */
export interface AccountCart {
  read(): Promise<CartAnswer>;
  /** Saves `lines`, which started from `base`, in one transaction; returns what is then stored. */
  replace(lines: readonly CartLine[], base: readonly CartLine[]): Promise<CartAnswer>;
}

/** What this browser knows about the account's cart besides its own copy. */
export interface CartSyncState {
  /** What the server held when it last responded; null before the first response. */
  base: CartLine[] | null;
  /** What was sent without a response so far. */
  sent: CartLine[] | null;
}

export interface CartSyncDeps {
  owner: string;
  account: AccountCart;
  /** The copies in this browser: the account's cart, and the guest's (null). */
  copies: {
    linesOf(owner: string | null): CartLine[] | null;
    keepLines(owner: string | null, lines: readonly CartLine[] | null): unknown;
  };
  progress: { read(): CartSyncState; write(progress: CartSyncState): unknown };
  /** Runs in one tab at a time. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** `saved`: browser and account hold the same. */
export type CartSyncResult = 'saved' | 'refused' | 'unreachable';

/**
 * Syncs this browser's copy with the account's cart. Changes show at once and are sent as a whole,
 * together with the state they were made to, so that the server can merge what other tabs and
 * devices have saved; sending twice changes nothing. After a refusal the copy reverts to what the
 * server holds; what could not be sent stays and is sent with the next call.
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
    // Without a response, this browser's own lines are all there is to show (requirements §8).
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
 * Stores the account's lines together with what was added before signing in; each line keeps its
 * higher quantity. Done in one step, because checkout redirects visitors whose cart appears empty.
 */
function mergeGuestCart({ copies, owner }: CartSyncDeps, lines: readonly CartLine[]): void {
  const guest = copies.linesOf(null);
  copies.keepLines(owner, guest ? mergeCarts([], lines, guest.filter(isKeepable)) : lines);
  if (guest) copies.keepLines(null, null);
}

/** The account rejects lines that cannot be a product (a hand-edited cart). */
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

/** Stored in this browser, so that unsaved changes are saved after a reload. */
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
        // Then nothing could be stored either.
      }
    },
  };
}
