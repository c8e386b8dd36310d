/**
 * Parses JSON whatever the Content-Type says: other clients than the official one may not set it.
 */
export function parseJson(bytes: Buffer): { ok: true; body: unknown } | { ok: false } {
  try {
    return { ok: true, body: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch {
    return { ok: false };
  }
}
