/** The path of a call as the table interface reads it, however it is spelled; null for none. */
export function calledPath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname).split('/').filter(Boolean).join('/');
  } catch {
    return null;
  }
}
