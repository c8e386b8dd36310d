import { createHash, createHmac, randomBytes } from 'node:crypto';
import { equalsInConstantTime } from '../codes/one-time-tokens.ts';
import type { AuthCall } from '../services.ts';

/**
 * What the HttpOnly cookie holds: a secret that identifies the browser, and a mark for each address
 * that has signed in there. On its own it grants no access.
 */
interface Browser {
  secret: string;
  marks: readonly string[];
}

/** A hash that matches no browser. */
export const NO_BROWSER = 'none';

/** How many accounts one browser is known for; those with a second factor count twice. */
const MOST_MARKS = 8;
/** In seconds; browsers keep no cookie longer. */
const LIFE = 400 * 86_400;

const SECRET = /^[A-Za-z0-9_-]{43}$/;

function readBrowser(call: AuthCall): Browser | null {
  if (!call.settings.bindBrowsers) return null;
  const name = cookieName(call);
  const { answerHeaders, request } = call;
  // The cookie this response sets comes first, for a browser that had none.
  const cookies = [answerHeaders.get('set-cookie') ?? '', request.headers.get('cookie') ?? ''];
  for (const pair of cookies.join(';').split(';')) {
    const [key, value = ''] = pair.trim().split('=');
    if (key !== name) continue;
    const [secret = '', ...marks] = value.split('.');
    if (SECRET.test(secret)) return { secret, marks: marks.slice(0, MOST_MARKS) };
  }
  return null;
}

/** The stored hash of the caller's browser; null without the cookie. */
export function browserHash(call: AuthCall): string | null {
  const browser = readBrowser(call);
  return browser && hashSecret(browser.secret);
}

/**
 * Identifies the calling browser by a cookie set with the response, and returns its hash. Null if
 * the request may come from another site's page, since what was typed there is not this browser's.
 */
export function ensureBrowserHash(call: AuthCall): string | null {
  if (!call.settings.bindBrowsers || !isOwnPage(call)) return null;
  const browser = readBrowser(call) ?? newBrowser();
  writeBrowser(call, browser);
  return hashSecret(browser.secret);
}

/** Mark for a browser in which the account has passed its second factor, used like an address. */
export const secondStepOf = (userId: string): string => `second step of ${userId}`;

/** Marks the browser as one the address has signed in from. */
export function markBrowser(call: AuthCall, email: string | null): void {
  if (!call.settings.bindBrowsers || !email || !isOwnPage(call)) return;
  const browser = readBrowser(call) ?? newBrowser();
  const mark = markOf(call, browser.secret, email);
  const others = browser.marks.filter((other) => other !== mark);
  writeBrowser(call, { ...browser, marks: [mark, ...others].slice(0, MOST_MARKS) });
}

/** The browser's own key for limits, if the address has signed in from it before. */
export function knownBrowser(call: AuthCall, email: string): string | null {
  const browser = readBrowser(call);
  if (!browser) return null;
  const mark = markOf(call, browser.secret, email.toLowerCase());
  return browser.marks.some((other) => equalsInConstantTime(other, mark))
    ? hashSecret(browser.secret)
    : null;
}

function newBrowser(): Browser {
  return { secret: randomBytes(32).toString('base64url'), marks: [] };
}

function markOf(call: AuthCall, secret: string, email: string): string {
  return createHmac('sha256', call.oneTimeTokenKey)
    .update(`known browser\n${secret}\n${email}`)
    .digest('base64url')
    .slice(0, 22);
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** SameSite=Lax, because an emailed link is opened from another site. */
function writeBrowser(call: AuthCall, { secret, marks }: Browser): void {
  const value = [secret, ...marks].join('.');
  const secure = isSecure(call) ? '; Secure' : '';
  call.answerHeaders.set(
    'set-cookie',
    `${cookieName(call)}=${value}; Path=/; Max-Age=${LIFE}; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** With the `__Host-` prefix, no other host of the same domain can set it. */
function cookieName(call: AuthCall): string {
  return isSecure(call) ? '__Host-sb-browser' : 'sb-browser';
}

function isSecure(call: AuthCall): boolean {
  return call.apiUrl(call.request).startsWith('https:');
}

/** Otherwise a form on another site could make this browser sign up with an attacker's password. */
function isOwnPage(call: AuthCall): boolean {
  const { headers, method } = call.request;
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  // Links may be followed from anywhere.
  if (method === 'GET' && origin === null) return true;
  if (site !== null && site !== 'same-origin') return false;
  if (origin === null) return true;
  const own = [call.siteUrl(call.request), call.apiUrl(call.request)];
  return own.some((url) => new URL(url).origin === origin);
}
