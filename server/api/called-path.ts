/** The path of a call as the table interface decodes it; null when it is not one. */
export function calledPath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname).split('/').filter(Boolean).join('/');
  } catch {
    return null;
  }
}
