/** The path of a call, decoded as the REST API does; null if it can't be decoded. */
export function calledPath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname).split('/').filter(Boolean).join('/');
  } catch {
    return null;
  }
}
