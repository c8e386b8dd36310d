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

/** Response of the function `check-code`. */
export interface CheckAnswer {
  outcome: CheckOutcome;
  product?: string;
  batch?: string;
  /** For a unit: when it was first checked, including this check. */
  firstCheckedAt?: string;
  /** For a unit: how many checks were counted before this one. */
  checkedBefore?: number;
  /** This browser had checked the same unit within ten minutes, so this check was not counted. */
  sameBrowser?: boolean;
  bestBefore?: string;
  /** Path of the batch's passport, if it is published. */
  passport?: string;
  recall?: { reason: string; instructions: string };
}

/** The path of a published batch. */
export const passportPath = (code: string) => `/batch/${encodeURIComponent(code)}`;
