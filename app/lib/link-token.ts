/**
 * The token of a link, read from the fragment, which no server sees. It is removed from the URL and
 * stored for as long as the tab is open. Null if there is none.
 */
export function readLinkToken(storageKey: string): string | null {
  const given = new URLSearchParams(window.location.hash.slice(1)).get('token');
  if (given) {
    storeLinkToken(storageKey, given);
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

/** Null deletes it. */
export function storeLinkToken(storageKey: string, token: string | null): void {
  try {
    if (token) window.sessionStorage.setItem(storageKey, token);
    else window.sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage, the link in the email still works.
  }
}
