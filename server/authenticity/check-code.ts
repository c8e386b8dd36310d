import { setTimeout } from 'node:timers/promises';
import { networkOf } from '@liv-fit/backend/http';
import { sql } from 'kysely';
import { type CheckAnswer, type CheckOutcome, passportPath } from '#domain/check-answer.ts';
import { plainCode } from '#domain/plain-code.ts';
import { hasValidCheckCharacter, readUnitCode } from '#domain/unit-code.ts';
import type { AuthenticityContext } from './authenticity.ts';
import { hmac } from './authenticity-secrets.ts';
import { createSaltReader } from './check-salts.ts';
import { createLostUnitsCheck } from './known-keys.ts';

/** Who is asking, as far as is needed for counting. */
export interface Asker {
  address: string;
  userAgent: string;
  country: string | null;
}

export type CodeChecker = (
  typed: string,
  asker: Asker,
) => Promise<CheckAnswer | { waitSeconds: number } | 'unreadable'>;

/** A code is printable ASCII and no longer than this; surrounding spaces are ignored. */
const possible = /^[\x20-\x7e]{1,64}$/;

/** How many milliseconds longer it takes to report an unknown code during a surge. */
const slowedMs = 1_000;
/** Delayed responses at once; more would take up capacity that buyers need. */
const maxSlowed = 500;

interface Found {
  outcome: Exclude<CheckOutcome, 'malformed'>;
  product?: string | null;
  batch?: string;
  firstCheckedAt?: string;
  checkedBefore?: number;
  sameBrowser?: boolean;
  bestBefore?: string | null;
  passport?: boolean;
  recall?: { reason: string; instructions: string } | null;
}

/**
 * Answers checks of batch and unit codes, for `/validity` and the function `check-code`. The limits
 * and a unit code's HMAC are handled here, the verdict in `private.check_code`
 * (`supabase/schemas/code_checks.sql`), which looks for a batch code as typed and then in the form
 * in which codes are printed. A wrong check character in something shaped like a unit code is a
 * typo: no unit is looked up, but a batch may happen to have that code. `unreadable`: while the key
 * of some units is missing, an unknown unit code may be one of theirs. Which outcome a customer
 * reads as VALID or INVALID: `present` in `app/features/validity/request-check.ts`.
 */
export function createCodeChecker(
  context: Pick<AuthenticityContext, 'db' | 'keys' | 'limits' | 'now'>,
  wait: (milliseconds: number) => Promise<unknown> = setTimeout,
): CodeChecker {
  const { db, keys, limits, now } = context;
  const [newest] = keys;
  const saltOf = createSaltReader(db);
  const hasLostUnits = createLostUnitsCheck(db, keys, now);
  let surging = false;
  let slowed = 0;

  return async (entered, asker) => {
    const address = asker.address || 'unknown';
    const waitSeconds = (await limits?.ofAddress(address)) ?? 0;
    if (waitSeconds > 0) return { waitSeconds };

    const network = networkOf(address);
    const typed = plainCode(entered);
    const unit = readUnitCode(typed);
    if (!possible.test(typed) && !unit) return { outcome: 'malformed' };
    const isSlip = unit !== null && !hasValidCheckCharacter(unit);
    const [today, yesterday] = await saltOf(now());
    const hash = (salt: string, what: string, text: string) =>
      hmac(newest.networkKey, `${salt} ${what} ${text}`);
    const asked = (unit ?? typed).toUpperCase().replace(/[ -]/g, '');
    const { rows } = await sql<{ found: Found }>`select private.check_code(
      ${unit && !isSlip ? keys.map(({ unitKey }) => hmac(unitKey, unit)) : null}::text[],
      ${typed},
      ${hash(today, 'network', network)},
      ${hash(yesterday, 'network', network)},
      ${hash(today, 'browser', `${network} ${asker.userAgent}`)},
      ${asker.country},
      ${isSlip ? null : hash('', 'code', asked)},
      ${isSlip ? null : hash('', 'neighborhood', neighborhoodOf(asked, unit !== null))}
    ) as found`.execute(db);
    const found = rows[0]?.found ?? { outcome: 'unknown' };
    if (found.outcome === 'unknown') {
      if (isSlip) return { outcome: 'malformed' };
      await noteUnknown();
      if (unit && (await hasLostUnits())) return 'unreadable';
    }
    return present(found);
  };

  /**
   * Slows down a sweep from many addresses: a "no such jar" is delayed, while anyone with a real
   * code waits no longer than usual.
   */
  async function noteUnknown(): Promise<void> {
    if (!limits) return;
    const isOver = (await limits.ofUnknown('all')) > 0;
    const begins = isOver && !surging;
    surging = isOver;
    if (begins) {
      await sql`select private.raise_alert('unknown_codes', 'site', detail => '{"why": "surge"}')`.execute(
        db,
      );
    }
    if (!isOver || slowed >= maxSlowed) return;
    slowed += 1;
    await wait(slowedMs).finally(() => {
      slowed -= 1;
    });
  }
}

/** The part that a code shares with the ones someone would try next. */
function neighborhoodOf(code: string, isUnit: boolean): string {
  // Drops a unit code's check character and two more: 1,024 codes.
  return isUnit ? code.slice(0, 8) : code.slice(0, -2);
}

function present(found: Found): CheckAnswer {
  const { outcome, batch, product, bestBefore, recall } = found;
  const passport = batch && found.passport ? passportPath(batch) : null;
  return {
    outcome,
    ...(product ? { product } : {}),
    ...(batch ? { batch } : {}),
    ...(found.firstCheckedAt
      ? { firstCheckedAt: new Date(found.firstCheckedAt).toISOString() }
      : {}),
    ...(found.checkedBefore === undefined ? {} : { checkedBefore: found.checkedBefore }),
    ...(found.sameBrowser ? { sameBrowser: true } : {}),
    ...(bestBefore ? { bestBefore } : {}),
    ...(passport ? { passport } : {}),
    ...(recall ? { recall } : {}),
  };
}
