import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { accessCookieName, isAccessCookie } from '#server/orders/access-token.ts';

/** As long as the success page can be opened by its session id. */
const maxAgeSeconds = 24 * 60 * 60;

/** Lets this browser see the personal details of the order it started. */
export function setAccessCookie(
  c: Context,
  origin: string,
  { orderId, accessToken }: { orderId: string; accessToken: string },
): void {
  setCookie(c, accessCookieName(orderId), accessToken, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: origin.startsWith('https:'),
    path: '/',
    maxAge: maxAgeSeconds,
  });
}

/** More cookies of orders than anybody has in a day are not looked at. */
const mostTokens = 40;

/** The proofs of every order that this browser started. */
export function accessTokensFrom(c: Context): string[] {
  return Object.entries(getCookie(c))
    .filter(([name, token]) => isAccessCookie(name) && token.length <= 100)
    .map(([, token]) => token)
    .slice(-mostTokens);
}

export function accessTokenFrom(c: Context): (orderId: string) => string | undefined {
  return (orderId) => getCookie(c, accessCookieName(orderId));
}
