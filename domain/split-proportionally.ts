import type { Cents } from './money.ts';

/**
 * Splits an amount in proportion to weights by the largest-remainder method: the shares add up to
 * the amount exactly. Reordering the weights does not change their shares; among equal ones, the
 * first gets the odd cent. Weights are whole and not negative; if all are 0, so are the shares.
 */
export function splitProportionally(amount: Cents, weights: readonly number[]): Cents[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = exact.map((share) => Number(share / BigInt(all)));
  const remainders = exact.map((share) => Number(share % BigInt(all)));
  let odd = amount - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = weights
    .map((_, index) => index)
    .sort((a, b) => (remainders[b] ?? 0) - (remainders[a] ?? 0));
  for (const index of byRemainder) {
    if (odd === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    odd -= 1;
  }
  return shares;
}
