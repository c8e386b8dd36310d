import { z } from 'zod';
import type { Queryable } from '../../database/database.ts';
import { findUserByEmail, type UserChanges } from '../accounts/users.ts';
import { validateEmail, validatePhone } from '../accounts/validate-contact.ts';
import { Failure, invalid } from '../failure.ts';
import { metadata, text } from '../fields.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { isSupportedHash } from '../passwords/password-hasher.ts';
import type { AuthCall, Json } from '../services.ts';

/** Body with which the holder of the secret key creates or changes an account. */
export const adminBody = z.object({
  id: text,
  role: z.string().max(255).default(''),
  email: text,
  phone: text,
  password: z.string().optional(),
  password_hash: text,
  email_confirm: z.boolean().default(false),
  phone_confirm: z.boolean().default(false),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
  ban_duration: text,
});

export interface AdminChanges {
  id: string;
  email: string;
  phone: string;
  passwordHash: string | null;
  emailConfirm: boolean;
  userMetadata: Json | undefined;
  appMetadata: Json | undefined;
  /** Columns set to the given values. */
  columns: UserChanges;
}

/** Checks the body and hashes its password, outside of any transaction. */
export async function readAdminChanges(
  call: AuthCall,
  params: z.infer<typeof adminBody>,
): Promise<AdminChanges | Failure> {
  const email = params.email && validateEmail(params.email);
  if (email instanceof Failure) return email;
  const phone = params.phone && validatePhone(params.phone);
  if (phone instanceof Failure) return phone;
  const ban = params.ban_duration ? readBanDuration(params.ban_duration) : null;
  if (ban instanceof Failure) return ban;
  const passwordHash = await readPassword(call, params);
  if (passwordHash instanceof Failure) return passwordHash;
  const now = call.now.toISOString();
  const columns: UserChanges = {
    ...(params.role && { role: params.role.trim() }),
    ...(params.phone_confirm && { phone_confirmed_at: now }),
    ...(ban !== null && {
      banned_until: ban === 0 ? null : new Date(call.now.getTime() + ban).toISOString(),
    }),
  };
  return {
    id: params.id,
    email,
    phone,
    passwordHash,
    emailConfirm: params.email_confirm,
    userMetadata:
      params.user_metadata && call.sanitizeUserMetadata(params.user_metadata, 'service'),
    appMetadata: params.app_metadata,
    columns,
  };
}

export async function refuseTaken(
  tx: Queryable,
  changes: AdminChanges,
  ownId?: string,
): Promise<Failure | null> {
  if (changes.email) {
    const holder = await findUserByEmail(tx, changes.email);
    if (holder && holder.id !== ownId) {
      const message = 'A user with this email address has already been registered';
      return new Failure(422, 'email_exists', message);
    }
  }
  if (changes.phone) {
    const { rows } = await tx.query<{ id: string }>({
      text: 'select id::text from auth.users where phone = $1',
      values: [changes.phone],
    });
    if (rows[0] && rows[0].id !== ownId) {
      return new Failure(422, 'phone_exists', 'Phone number already registered by another user');
    }
  }
  return null;
}

async function readPassword(
  call: AuthCall,
  { email, password, password_hash: given }: z.infer<typeof adminBody>,
): Promise<string | null | Failure> {
  if (password !== undefined && given) {
    return invalid('Only a password or a password hash should be provided');
  }
  if (given) {
    return isSupportedHash(given)
      ? given
      : invalid('password_hash needs to be an Argon2 PHC string');
  }
  if (!password) return null;
  return (await checkPassword(call, password, email)) ?? call.hasher.hash(password);
}

const UNITS: Record<string, number> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/** A hundred years, so that the end is still a valid date. */
const LONGEST = 36_525 * 86_400_000;

const PART = /(\d+(?:\.\d+)?)(ms|s|m|h)/g;
const DURATION = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;

/** Milliseconds in a duration such as `24h` or `1h30m`; `none` lifts a ban and returns 0. */
function readBanDuration(text: string): number | Failure {
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
