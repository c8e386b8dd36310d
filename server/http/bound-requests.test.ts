import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { boundRequests, kindOfRequest } from './bound-requests.ts';

const bounds = {
  many: 12,
  part: { browsing: 2, preferred: 3, files: 4 },
  all: { browsing: 20, preferred: 30, files: 40 },
  coming: { many: 20, part: 4, all: 40 },
};

/** Sends that many requests; returns how many were admitted, and a function that ends them. */
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

it('limits a greedy visitor, and leaves room for others', () => {
  const admit = boundRequests(bounds);
  expect(ask(admit, 50, () => 'greedy').count).toBe(12);
  expect(ask(admit, 50, () => 'ada').count).toBe(bounds.many / 2);
});

it('admits as many visitors as it can answer, and more once those are answered', () => {
  const admit = boundRequests(bounds);
  const crowd = ask(admit, 50, (n) => `visitor ${n}`);
  expect(crowd.count).toBe(20);
  expect(admit('ada', 'browsing')).toBeNull();
  crowd.leave();
  expect(ask(admit, 50, (n) => `visitor ${n}`).count).toBe(20);
});

it('admits buyers while browsing visitors are refused', () => {
  const admit = boundRequests(bounds);
  ask(admit, 50, (n) => `visitor ${n}`);
  const buyers = Array.from({ length: 50 }, (_, n) => admit(`buyer ${n}`, 'preferred'));
  expect(buyers.filter((leave) => leave !== null)).toHaveLength(30);
});

it('leaves others room to browse and buy beside one visitor who signs in again and again', () => {
  const admit = boundRequests(bounds);
  const greedy = Array.from({ length: 50 }, () => admit('greedy', 'preferred'));
  expect(greedy.filter((leave) => leave !== null)).toHaveLength(12);
  expect(ask(admit, 50, () => 'greedy').count).toBe(12);
  expect(admit('ada', 'browsing')).not.toBeNull();
  const bought = Array.from({ length: 50 }, () => admit('ada', 'preferred'));
  expect(bought.filter((leave) => leave !== null)).toHaveLength(6);
});

it('leaves others their pictures, and the shop, beside one visitor who reads files slowly', () => {
  const admit = boundRequests(bounds);
  const slow = Array.from({ length: 50 }, () => admit('slow', 'files'));
  expect(slow.filter((leave) => leave !== null)).toHaveLength(12);
  const pictures = Array.from({ length: 50 }, () => admit('ada', 'files'));
  expect(pictures.filter((leave) => leave !== null)).toHaveLength(6);
  expect(admit('slow', 'browsing')).not.toBeNull();
});

it('uncounts a request only once, even if it ends twice', () => {
  const admit = boundRequests(bounds);
  const leave = admit('ada', 'browsing');
  leave?.();
  leave?.();
  expect(ask(admit, 50, () => 'greedy').count).toBe(12);
});

it('counts a range of addresses as four visitors', () => {
  const admit = boundRequests(bounds);
  expect(ask(admit, 250, (n) => `203.0.113.${n}`).count).toBe(12);
  expect(ask(admit, 1, () => '198.51.100.7').count).toBe(1);
});

/** Posts requests whose bodies never end; returns how many were admitted. */
function trickle(admit: ReturnType<typeof boundRequests>, times: number, visitor: string) {
  let open = 0;
  for (let n = 0; n < times; n += 1) {
    const close = () => {
      open -= 1;
      leave?.();
    };
    const leave = admit(visitor, 'preferred', { isComplete: () => false, close });
    if (leave) open += 1;
  }
  return { open: () => open };
}

it('refuses nobody else because of bodies that never end', () => {
  const admit = boundRequests(bounds);
  expect(trickle(admit, 1_500, '192.0.2.1').open()).toBe(20);
  expect(trickle(admit, 5, '198.51.100.7').open()).toBe(4);
  for (let n = 0; n < 250; n += 1) trickle(admit, 1, `203.0.113.${n}`);
  expect(ask(admit, 1, () => '198.51.100.7').count).toBe(1);
  expect(
    admit('198.51.100.8', 'preferred', { isComplete: () => false, close() {} }),
  ).not.toBeNull();
});

it('admits no more unfinished bodies from a range than from four networks', () => {
  const admit = boundRequests(bounds);
  trickle(admit, 20, '192.0.2.1');
  let admitted = 0;
  for (let n = 0; n < 250; n += 1) admitted += trickle(admit, 1, `203.0.113.${n}`).open();
  expect(admitted).toBe(16);
});

it('refuses nobody because of a single neighbor in the same range', () => {
  const admit = boundRequests(bounds);
  expect(trickle(admit, 100, '203.0.113.1').open()).toBe(20);
  expect(trickle(admit, 10, '203.0.113.2').open()).toBe(4);
  const browsing = boundRequests(bounds);
  ask(browsing, 50, () => '203.0.113.1');
  expect(ask(browsing, 1, () => '203.0.113.2').count).toBe(1);
});

it('closes bodies of the heaviest visitor if too many are being received', () => {
  const admit = boundRequests(bounds);
  const greedy = trickle(admit, 20, '192.0.2.1');
  const others = Array.from({ length: 8 }, (_, n) => trickle(admit, 4, `198.51.${n}.7`));
  expect(others.map(({ open }) => open())).toEqual(Array(8).fill(4));
  expect(greedy.open()).toBe(8);
});

it('closes a different body for each new request, before closed connections are gone', () => {
  const admit = boundRequests(bounds);
  const closed: number[] = [];
  const admitted = Array.from({ length: 50 }, (_, n) =>
    admit(`198.51.${Math.floor(n / 4)}.7`, 'preferred', {
      isComplete: () => false,
      close: () => closed.push(n),
    }),
  );
  expect(admitted).not.toContain(null);
  expect(new Set(closed).size).toBe(10);
  // Ending them again must not count twice.
  for (const leave of admitted) leave?.();
  expect(trickle(admit, 21, '192.0.2.1').open()).toBe(20);
});

it('counts a request as in progress once its body has been received', () => {
  const admit = boundRequests(bounds);
  let isComplete = false;
  const leaves = Array.from({ length: 20 }, (_, n) =>
    admit(`198.51.${n}.7`, 'browsing', { isComplete: () => isComplete, close() {} }),
  );
  admit('ada', 'browsing')?.();
  isComplete = true;
  expect(admit('ada', 'browsing')).toBeNull();
  for (const leave of leaves) leave?.();
  expect(admit('ada', 'browsing')).not.toBeNull();
});

it.each([
  ['/healthz', null],
  ['/readyz', null],
  ['/storage/v1/object/public/product-images/a.jpg', 'files'],
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
  expect(kindOfRequest(requestFor(url))).toBe(kind);
});

it.each([
  ['another method', { method: 'POST' }],
  ['a body', { headers: { 'transfer-encoding': 'chunked' } }],
])('counts a health check with %s like any request', (_, odd) => {
  expect(kindOfRequest(requestFor('/healthz', odd))).toBe('browsing');
});

function requestFor(url: string, odd: Partial<Pick<IncomingMessage, 'method' | 'headers'>> = {}) {
  return Object.assign(new IncomingMessage(new Socket()), { url, method: 'GET', ...odd });
}
