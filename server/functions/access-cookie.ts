import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { accessCookieName, isAccessCookie } from '#server/orders/access-token.ts';
import { longestPaymentMs } from '#server/orders/order-state/shopper-orders.ts';

/** As long as the success page can be opened by its session id. */
const maxAgeSeconds = 24 * 60 * 60;

/** Lets this browser see the personal details of the order it started. */
export function setAccessCookie(
  c: Context,
  origin: string,
  { orderId, accessToken }: { orderId: string; accessToken: string },
): void {
  setCookie(c, accessCookieName(orderId), accessToken, cookieOptions(origin));
}

function cookieOptions(origin: string, maxAge = maxAgeSeconds) {
  return {
    httpOnly: true,
    sameSite: 'Lax',
    secure: origin.startsWith('https:'),
    path: '/',
    maxAge,
  } as const;
}

/** The most order cookies that are read: nobody has more in a day. */
const maxTokens = 40;

/** The access tokens of all orders that this browser started. */
export function accessTokensFrom(c: Context): string[] {
  return Object.entries(getCookie(c))
    .filter(([name, token]) => isAccessCookie(name) && token.length <= 100)
    .map(([, token]) => token)
    .slice(-maxTokens);
}

const browserCookie = 'shop_browser';
const browserAgeSeconds = longestPaymentMs / 1000;

/**
 * Identifies the browser by a cookie that is set before anything is ordered: two checkouts that
 * start side by side, before either has an order cookie, are still known to be from one browser. It
 * gives access to no order's details. The id is a digest, so the stored value differs from the one
 * sent.
 */
function browserFrom(c: Context): string | null {
  const secret = getCookie(c, browserCookie);
  return secret && /^[\w-]{43}$/.test(secret) ? browserId(secret) : null;
}

/**
 * Like `browserFrom`, but a browser without a cookie gets one. An existing cookie is not sent back,
 * since this response might arrive after the sign-out that removed it.
 */
export function ensureBrowserId(c: Context, origin: string): string {
  const known = browserFrom(c);
  if (known) return known;
  const secret = randomBytes(32).toString('base64url');
  setCookie(c, browserCookie, secret, cookieOptions(origin, browserAgeSeconds));
  return browserId(secret);
}

/** Extends the browser cookie to the longest time that a bank may take to pay a new order. */
export function extendBrowserCookie(c: Context, origin: string): void {
  const secret = browserFrom(c) && getCookie(c, browserCookie);
  if (secret) setCookie(c, browserCookie, secret, cookieOptions(origin, browserAgeSeconds));
}

/** Deletes the cookies of all orders that this browser started, and the browser cookie. */
export function forgetShopper(c: Context, origin: string): void {
  for (const name of Object.keys(getCookie(c))) {
    if (isAccessCookie(name) || name === browserCookie)
      deleteCookie(c, name, cookieOptions(origin));
  }
}

/** The shopper, as proven by the request's cookies. */
export function shopperOf(c: Context): { accessTokens: string[]; browser: string | null } {
  return { accessTokens: accessTokensFrom(c), browser: browserFrom(c) };
}

function browserId(secret: string): string {
  const digest = createHash('sha256').update(secret).digest('hex');
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function accessTokenFrom(c: Context): (orderId: string) => string | undefined {
  return (orderId) => getCookie(c, accessCookieName(orderId));
}
