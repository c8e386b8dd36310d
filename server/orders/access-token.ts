import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { orderNumber } from '#domain/order.ts';

/**
 * Proves that the holder started an order. Derived from the attempt's key, known only to that
 * browser and us, so that a repeated request gets the same token. Only its hash is stored.
 */
export function accessTokenOf(attemptKey: string, orderId: string): string {
  return createHmac('sha256', attemptKey).update(`order:${orderId}`).digest('base64url');
}

export function hashAccessToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function opensOrder(token: string | undefined, accessTokenHash: string | null): boolean {
  if (!token || !accessTokenHash) return false;
  const given = Buffer.from(hashAccessToken(token));
  const kept = Buffer.from(accessTokenHash);
  return given.length === kept.length && timingSafeEqual(given, kept);
}

export function isAccessCookie(name: string): boolean {
  return /^order_[0-9a-f]{8}$/.test(name);
}

export function accessCookieName(orderId: string): string {
  return `order_${orderNumber(orderId)}`;
}
