const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text is an id as PostgreSQL writes it; comparing an id with anything else fails in SQL. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}
