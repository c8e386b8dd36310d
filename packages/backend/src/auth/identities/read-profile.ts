import { z } from 'zod';
import { isStorable } from '../read-body.ts';
import type { Json } from '../services.ts';
import type { Profile } from './provider.ts';

/** OpenID Connect Core, 5.1. Values of another type, or that cannot be stored, are left out. */
const text = z.string().max(2_000).refine(isStorable).optional().catch(undefined);
const claimsShape = z.object({
  iss: text,
  sub: z.string().min(1).max(255).refine(isStorable),
  name: text,
  family_name: text,
  given_name: text,
  middle_name: text,
  nickname: text,
  preferred_username: text,
  profile: text,
  picture: text,
  website: text,
  locale: text,
  zoneinfo: text,
  email: z.email().max(255).optional().catch(undefined),
  // Some issuers send it as a string.
  email_verified: z.union([z.boolean(), z.literal(['true', 'false'])]).catch(false),
  hd: text,
});

/** Reads who an ID token or a userinfo response is about. Throws without a subject. */
export function readProfile(claims: unknown): Profile {
  const { email, email_verified, hd, ...profile } = claimsShape.parse(claims);
  const verified = email !== undefined && String(email_verified) === 'true';
  const data: Json = {
    ...profile,
    full_name: profile.name,
    avatar_url: profile.picture,
    provider_id: profile.sub,
    email,
    email_verified: verified,
    phone_verified: false,
    custom_claims: hd ? { hd } : undefined,
  };
  return {
    subject: profile.sub,
    emails: email === undefined ? [] : [{ email: email.toLowerCase(), verified }],
    data: withoutGaps(data),
  };
}

export function withoutGaps(data: Json): Json {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
