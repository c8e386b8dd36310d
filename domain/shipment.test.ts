import { expect, it } from 'vitest';
import { carriers, shipOrderRequest, trackingUrl } from './shipment.ts';

it('knows where each of the carriers shows a parcel', () => {
  for (const carrier of carriers) {
    expect(trackingUrl(carrier, '1Z 9/9')).toMatch(/^https:\/\/.*=1Z%209%2F9$/);
  }
  expect(trackingUrl(' ups ', '1Z')).toBe('https://www.ups.com/track?tracknum=1Z');
  expect(trackingUrl('The post coach', '1Z')).toBeNull();
});

const request = { orderId: '4f1c2d3e-0000-4000-8000-000000000000', carrier: 'UPS' };

it('takes tracking numbers as carriers print them, trimmed', () => {
  const read = shipOrderRequest.parse({ ...request, trackingNumber: ' 9400 1000-0000.1/2 ' });
  expect(read.trackingNumber).toBe('9400 1000-0000.1/2');
});

it.each(['', '   ', '<b>1</b>', '1\r\n2', 'x'.repeat(81)])('refuses the number %j', (number) => {
  expect(shipOrderRequest.safeParse({ ...request, trackingNumber: number }).success).toBe(false);
});
