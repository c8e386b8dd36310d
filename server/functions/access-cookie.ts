import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { accessCookieName } from '#server/orders/access-token.ts';

/** As long as the success page can be opened by its session id. */
const maxAgeSeconds = 24 * 60 * 60;

/** Lets this browser see the personal details of the order it started. */
export function giveAccess(
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

export function accessTokenFrom(c: Context): (orderId: string) => string | undefined {
  return (orderId) => getCookie(c, accessCookieName(orderId));
}
