import { type Failure, invalid } from '../failure.ts';

const UNITS: Record<string, number> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/** A hundred years, so that the end stays a date. */
const LONGEST = 36_525 * 86_400_000;

const PART = /(\d+(?:\.\d+)?)(ms|s|m|h)/g;
const DURATION = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;

/** Milliseconds of a duration such as `24h` or `1h30m`; `none` lifts a ban and is 0. */
export function readBanDuration(text: string): number | Failure {
  if (text === 'none') return 0;
  if (!DURATION.test(text)) {
    return invalid(
      `invalid format for ban duration: time: invalid duration ${JSON.stringify(text)}`,
    );
  }
  let total = 0;
  for (const [, amount, unit = ''] of text.matchAll(PART)) {
    total += Number(amount) * (UNITS[unit] ?? 0);
  }
  return total > LONGEST ? invalid('invalid format for ban duration: too long') : total;
}
