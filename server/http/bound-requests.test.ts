import { expect, it } from 'vitest';
import { boundRequests, kindOfRequest } from './bound-requests.ts';

const bounds = { browsing: 12, part: 2, all: 20, preferred: 30 };

/** Asks so often; returns how many were taken in, and how to end them. */
function ask(
  admit: ReturnType<typeof boundRequests>,
  times: number,
  visitor: (n: number) => string,
) {
  const leaves = Array.from({ length: times }, (_, n) => admit(visitor(n), 'browsing'));
  const admitted = leaves.filter((leave) => leave !== null);
  return {
    count: admitted.length,
    leave() {
      for (const leave of admitted) leave();
    },
  };
}

it('leaves a visitor who asks for much no more than the bound, and others room', () => {
  const admit = boundRequests(bounds);
  expect(ask(admit, 50, () => 'greedy').count).toBe(12);
  expect(ask(admit, 50, () => 'ada').count).toBe(bounds.browsing / 2);
});

it('takes in as many visitors as it can answer, and again when they are answered', () => {
  const admit = boundRequests(bounds);
  const crowd = ask(admit, 50, (n) => `visitor ${n}`);
  expect(crowd.count).toBe(20);
  expect(admit('ada', 'browsing')).toBeNull();
  crowd.leave();
  expect(ask(admit, 50, (n) => `visitor ${n}`).count).toBe(20);
});

it('takes in whoever buys while others who browse are refused', () => {
  const admit = boundRequests(bounds);
  ask(admit, 50, (n) => `visitor ${n}`);
  const buyers = Array.from({ length: 50 }, (_, n) => admit(`buyer ${n}`, 'preferred'));
  expect(buyers.filter((leave) => leave !== null)).toHaveLength(10);
});

it.each([
  ['/healthz', null],
  ['/readyz', null],
  ['/storage/v1/object/public/product-images/a.jpg', null],
  ['/functions/v1/create-checkout', 'preferred'],
  ['/webhooks/stripe', 'preferred'],
  ['/auth/v1/token?grant_type=password', 'preferred'],
  ['/cart', 'preferred'],
  ['/checkout?step=2', 'preferred'],
  ['/assets/root-1.js', 'preferred'],
  ['/favicon.svg', 'preferred'],
  ['/', 'browsing'],
  ['/search?q=a.b', 'browsing'],
  ['/cartoons', 'browsing'],
  ['/rest/v1/products?select=*', 'browsing'],
  ['/admin/orders', 'browsing'],
])('counts %s as %s', (url, kind) => {
  expect(kindOfRequest(url)).toBe(kind);
});
