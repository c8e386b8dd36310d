import { findJsonExcess } from '@liv-fit/backend/http';

export type ParsedJson =
  | { ok: true; body: unknown }
  | { ok: false; code: 'invalid_json' | 'too_many_values' };

/**
 * Parses JSON whatever the Content-Type says: other clients than the official one may not set it. What
 * holds too much is not parsed: everybody else would wait for it.
 */
export function parseJson(bytes: Buffer): ParsedJson {
  const text = new TextDecoder().decode(bytes);
  if (findJsonExcess(text)) return { ok: false, code: 'too_many_values' };
  try {
    let holdsNul = false;
    const body = JSON.parse(text, (_key, value) => {
      // PostgreSQL text cannot hold NUL.
      holdsNul ||= typeof value === 'string' && value.includes('\0');
      return value;
    });
    return holdsNul ? { ok: false, code: 'invalid_json' } : { ok: true, body };
  } catch {
    return { ok: false, code: 'invalid_json' };
  }
}
