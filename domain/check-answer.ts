/** What a check of a code finds. */
export const checkOutcomes = [
  'batch',
  'first',
  'again',
  'recalled',
  'expired',
  'not_released',
  'void',
  'unknown',
  'malformed',
] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

/** The answer of the function `check-code`. */
export interface CheckAnswer {
  outcome: CheckOutcome;
  product?: string;
  batch?: string;
  /** Of a unit: when it was first checked, this check included. */
  firstCheckedAt?: string;
  /** Of a unit: how many checks were counted before this one. */
  checkedBefore?: number;
  /** This browser had checked the same unit within ten minutes, so this check was not counted. */
  sameBrowser?: boolean;
  bestBefore?: string;
  /** The batch's passport, where it is published. */
  passport?: string;
  recall?: { reason: string; instructions: string };
}

/** The path of a published batch. */
export const passportPath = (code: string) => `/batch/${encodeURIComponent(code)}`;
