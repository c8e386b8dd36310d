/**
 * The token of a link, from the fragment, which no server sees; it is removed from the URL and kept for
 * as long as the tab is open. Null without one.
 */
export function takeLinkToken(storageKey: string): string | null {
  const given = new URLSearchParams(window.location.hash.slice(1)).get('token');
  if (given) {
    keepLinkToken(storageKey, given);
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', pathname + search);
    return given;
  }
  try {
    return window.sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function keepLinkToken(storageKey: string, token: string | null): void {
  try {
    if (token) window.sessionStorage.setItem(storageKey, token);
    else window.sessionStorage.removeItem(storageKey);
  } catch {
    // The link in the email works again.
  }
}
