import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
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

/** Reads no more order cookies than anyone has in a day. */
const mostTokens = 40;

/** The access tokens of every order that this browser started. */
export function accessTokensFrom(c: Context): string[] {
  return Object.entries(getCookie(c))
    .filter(([name, token]) => isAccessCookie(name) && token.length <= 100)
    .map(([, token]) => token)
    .slice(-mostTokens);
}

const browserCookie = 'shop_browser';
const browserAgeSeconds = longestPaymentMs / 1000;

/**
 * Which browser asks, by a cookie that is set before anything is ordered: two checkouts that begin
 * side by side, when neither has an order's cookie yet, are still known to be of one browser. It
 * opens no order's details. The id is a digest, so that what is stored is not what is sent.
 */
function browserFrom(c: Context): string | null {
  const secret = getCookie(c, browserCookie);
  return secret && /^[\w-]{43}$/.test(secret) ? browserId(secret) : null;
}

/** As above; the answer lets the browser keep its cookie, or gives it one. */
export function nameBrowser(c: Context, origin: string): string {
  const known = browserFrom(c) ? getCookie(c, browserCookie) : null;
  const secret = known ?? randomBytes(32).toString('base64url');
  setCookie(c, browserCookie, secret, cookieOptions(origin, browserAgeSeconds));
  return browserId(secret);
}

/** The shopper that the request's cookies prove. */
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
