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

/**
 * As above; a browser without a name gets one. A name that it has is not sent back: the answer might
 * come after the sign-out that took it.
 */
export function nameBrowser(c: Context, origin: string): string {
  const known = browserFrom(c);
  if (known) return known;
  const secret = randomBytes(32).toString('base64url');
  setCookie(c, browserCookie, secret, cookieOptions(origin, browserAgeSeconds));
  return browserId(secret);
}

/** Keeps the browser's name for as long as a bank may take to pay what is ordered now. */
export function keepBrowserName(c: Context, origin: string): void {
  const secret = browserFrom(c) && getCookie(c, browserCookie);
  if (secret) setCookie(c, browserCookie, secret, cookieOptions(origin, browserAgeSeconds));
}

/** Takes the cookies of every order that this browser started, and its name. */
export function forgetShopper(c: Context, origin: string): void {
  for (const name of Object.keys(getCookie(c))) {
    if (isAccessCookie(name) || name === browserCookie)
      deleteCookie(c, name, cookieOptions(origin));
  }
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
