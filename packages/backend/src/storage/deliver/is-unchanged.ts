/**
 * Whether the client's cached copy is still valid (RFC 9110, 13.1): the ETag takes precedence over
 * the date.
 */
export function isUnchanged(headers: Headers, eTag: string, modifiedAt: Date): boolean {
  const known = headers.get('if-none-match');
  if (known !== null) return known.trim() === '*' || listsTag(known, eTag);
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since;
}

/** Whether a range may be sent to complete the copy that the client has begun (RFC 9110, 13.1.5). */
export function mayResume(headers: Headers, eTag: string, modifiedAt: Date): boolean {
  const condition = headers.get('if-range');
  if (condition === null || condition === eTag) return true;
  return Date.parse(condition) === Math.floor(modifiedAt.getTime() / 1000) * 1000;
}

function listsTag(list: string, eTag: string): boolean {
  return list.split(',').some((tag) => tag.trim().replace(/^W\//, '') === eTag);
}
