/**
 * Email addresses that this browser recently requested links for, so that opening such a link is
 * expected.
 */
const storageKey = 'auth-mails';
const validMs = 24 * 60 * 60_000;

type Asked = Record<string, number>;

export function rememberRequestedEmail(email: string): void {
  try {
    const asked = { ...readAsked(), [normalize(email)]: Date.now() };
    window.localStorage.setItem(storageKey, JSON.stringify(asked));
  } catch {
    // Without storage, the link asks before it signs in.
  }
}

export function hasRequestedEmail(email: string): boolean {
  return normalize(email) in readAsked();
}

function readAsked(): Asked {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '{}');
    const entries = Object.entries(typeof stored === 'object' && stored ? stored : {});
    return Object.fromEntries(entries.filter(([, at]) => Date.now() - Number(at) < validMs));
  } catch {
    return {};
  }
}

const normalize = (email: string) => email.trim().toLowerCase();
