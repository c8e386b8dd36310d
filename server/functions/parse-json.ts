import { findJsonExcess } from '@liv-fit/backend/http';

export type ParsedJson =
  | { ok: true; body: unknown }
  | { ok: false; code: 'invalid_json' | 'too_many_values' };

/**
 * Parses JSON regardless of the Content-Type, which clients other than the official one may not
 * set. A body with too many values is not parsed, because everybody else would have to wait for it.
 */
export function parseJson(bytes: Buffer): ParsedJson {
  const text = new TextDecoder().decode(bytes);
  if (findJsonExcess(text)) return { ok: false, code: 'too_many_values' };
  try {
    let holdsNul = false;
    const body = JSON.parse(text, (_key, value) => {
      if (typeof value !== 'string') return value;
      // PostgreSQL text can't contain NUL.
      holdsNul ||= value.includes('\0');
      // Half of a surrogate pair can be neither stored nor signed.
      return value.toWellFormed();
    });
    return holdsNul ? { ok: false, code: 'invalid_json' } : { ok: true, body };
  } catch {
    return { ok: false, code: 'invalid_json' };
  }
}
