import { type Cents, formatMoney } from './money.ts';
import type { Discount, Percent } from './price-order.ts';

/** A discount code as the owner configured it. */
export interface DiscountCode {
  id: string;
  code: string;
  kind: Discount['kind'];
  /** For the kind `percent`. */
  percent: Percent;
  /** For the kind `amount`. */
  amountCents: Cents;
  startsAt: Date | null;
  endsAt: Date | null;
  minSubtotalCents: Cents | null;
  /** Null for every product. */
  productIds: readonly string[] | null;
  /** True if no uses are left, in total or for this customer. */
  usedUp: boolean;
}

export type CodeProblem = {
  code:
    | 'unknown_code'
    | 'code_not_yet'
    | 'code_over'
    | 'code_used_up'
    | 'code_not_for_these'
    | 'code_minimum';
  message: string;
};

export type CheckedCode = { ok: true; discount: Discount } | { ok: false; problem: CodeProblem };

export function unknownCode(): CodeProblem {
  return { code: 'unknown_code', message: 'We do not know this code. Please check its spelling.' };
}

/** Whether a code applies to an order now, and if not, why. */
export function checkDiscountCode(
  code: DiscountCode,
  { subtotal, productIds, now }: { subtotal: Cents; productIds: readonly string[]; now: Date },
): CheckedCode {
  const { kind, startsAt, endsAt, minSubtotalCents } = code;
  const refuse = (problem: CodeProblem['code'], message: string): CheckedCode => ({
    ok: false,
    problem: { code: problem, message },
  });
  if (startsAt && now < startsAt) {
    return refuse('code_not_yet', `The code ${code.code} is not valid yet.`);
  }
  if (endsAt && now >= endsAt) return refuse('code_over', `The code ${code.code} has expired.`);
  if (code.usedUp) return refuse('code_used_up', codeUsedUp(code.code));
  if (code.productIds && !productIds.some((id) => code.productIds?.includes(id))) {
    return refuse('code_not_for_these', `The code ${code.code} is not for these products.`);
  }
  if (minSubtotalCents !== null && subtotal < minSubtotalCents) {
    const minimum = formatMoney(minSubtotalCents);
    return refuse('code_minimum', `The code ${code.code} is for orders of ${minimum} or more.`);
  }
  const { productIds: ids } = code;
  switch (kind) {
    case 'percent':
      return { ok: true, discount: { kind, percent: code.percent, productIds: ids } };
    case 'amount':
      return { ok: true, discount: { kind, amountCents: code.amountCents, productIds: ids } };
    default:
      return { ok: true, discount: { kind, productIds: ids } };
  }
}

export function codeUsedUp(code: string): string {
  return `The code ${code} has been used up.`;
}
