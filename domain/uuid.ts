const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text is an id as PostgreSQL writes it; anything else in a comparison with one fails. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}
