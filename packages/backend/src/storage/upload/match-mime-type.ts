/** Whether a bucket that lists these types (including ones like `image/*`) accepts this one. */
export function matchesMimeType(mimetype: string, allowed: readonly string[]): boolean {
  const essence = essenceOf(mimetype);
  return allowed.some((entry) => {
    const wanted = essenceOf(entry);
    if (wanted === '*' || wanted === '*/*' || wanted === essence) return true;
    return wanted.endsWith('/*') && essence.startsWith(wanted.slice(0, -1));
  });
}

/** `Text/Plain; charset=utf-8` is `text/plain`. */
export function essenceOf(mimetype: string): string {
  return (mimetype.split(';', 1)[0] ?? '').trim().toLowerCase();
}
