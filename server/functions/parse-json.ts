/** Whatever the Content-Type says: the official client sends JSON, others may forget to say so. */
export function parseJson(bytes: Buffer): { ok: true; body: unknown } | { ok: false } {
  try {
    return { ok: true, body: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch {
    return { ok: false };
  }
}
