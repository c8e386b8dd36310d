import { type CartLine, lineKey } from './cart.ts';

/**
 * Three-way merge of two carts that both started from `base`. A line changed by only one of them
 * takes that change; if both changed it, the higher quantity wins, and a removal loses to a change.
 * The name and price last seen follow the same idea. `replace_cart` in the database uses the same
 * rule. With an empty base, the result has every line of both, each at the higher quantity.
 */
export function mergeCarts(
  base: readonly CartLine[],
  mine: readonly CartLine[],
  theirs: readonly CartLine[],
): CartLine[] {
  const [known, my, their] = [byKey(base), byKey(mine), byKey(theirs)];
  const keys = new Set([...my.keys(), ...their.keys()]);
  return [...keys].flatMap((key) => {
    const [b, m, t] = [known.get(key), my.get(key), their.get(key)];
    const quantity = mergeQuantity(b?.quantity, m?.quantity, t?.quantity);
    const seenElsewhere = t && m?.name === b?.name && m?.priceCents === b?.priceCents;
    const line = m && seenElsewhere ? { ...m, name: t.name, priceCents: t.priceCents } : (m ?? t);
    return line && quantity !== undefined ? [{ ...line, quantity }] : [];
  });
}

const byKey = (lines: readonly CartLine[]) => new Map(lines.map((line) => [lineKey(line), line]));

function mergeQuantity(
  base: number | undefined,
  mine: number | undefined,
  theirs: number | undefined,
): number | undefined {
  if (theirs === base) return mine;
  if (mine === base) return theirs;
  return Math.max(mine ?? 0, theirs ?? 0);
}

/**
 * The last state known to both sides after a save whose response was lost: lines that the account
 * holds as `sent` arrived; for all others `base` still applies.
 */
export function recoverBase(
  base: readonly CartLine[],
  sent: readonly CartLine[],
  saved: readonly CartLine[],
): CartLine[] {
  const [known, asked, held] = [byKey(base), byKey(sent), byKey(saved)];
  const keys = new Set([...known.keys(), ...asked.keys()]);
  return [...keys].flatMap((key) => {
    const arrived = asked.get(key)?.quantity === held.get(key)?.quantity;
    return (arrived ? asked : known).get(key) ?? [];
  });
}

/** True if an account that holds `a` does not need `b` sent. Pictures come from the catalog. */
export function isSameCart(a: readonly CartLine[], b: readonly CartLine[]): boolean {
  const facts = (lines: readonly CartLine[]) =>
    lines
      .map(({ id, weight, quantity, name, priceCents }) =>
        JSON.stringify([id, weight, quantity, name, priceCents]),
      )
      .sort()
      .join();
  return facts(a) === facts(b);
}
