import { type CartLine, lineKey } from './cart.ts';

/**
 * Joins two carts that grew from `base`: a line that only one of them changed is as that one left
 * it; where both did, the higher quantity stays, and a removal loses to a change. Likewise what was
 * last seen of the product. The same rule as `replace_cart` in the database. With an empty base:
 * every line of both, the higher quantity of each.
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
 * What both sides knew last, after a saving whose answer was lost: where the account holds what was
 * `sent`, it arrived; elsewhere `base` is still valid.
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

/** True when an account that holds `a` does not need to be sent `b`. Pictures are the catalog's. */
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
