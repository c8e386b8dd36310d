/**
 * Parses JSON whatever the Content-Type says: other clients than the official one may not set it.
 */
export function parseJson(bytes: Buffer): { ok: true; body: unknown } | { ok: false } {
  try {
    let holdsNul = false;
    const body = JSON.parse(new TextDecoder().decode(bytes), (_key, value) => {
      // No text of PostgreSQL can hold it.
      holdsNul ||= typeof value === 'string' && value.includes('\0');
      return value;
    });
    return holdsNul ? { ok: false } : { ok: true, body };
  } catch {
    return { ok: false };
  }
}
