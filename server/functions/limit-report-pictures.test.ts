import { expect, it } from 'vitest';
import { limits } from '#server/limits.ts';
import { createPictureLimiter } from './limit-report-pictures.ts';

it('leaves pictures for everybody else, whatever ten networks send', async () => {
  const admit = createPictureLimiter(null);
  let taken = 0;
  for (let report = 0; report < 20; report++) {
    for (let network = 1; network <= 10; network++) {
      if (await admit(`198.51.${network}.7`, 3)) taken += 3;
    }
  }
  expect(taken).toBe(10 * limits.reportPicturesOfNetwork.count);
  expect(taken).toBeLessThan(limits.reportPictures.count / 2);
  expect(await admit('203.0.113.9', 3)).toBe(true);
  expect(await admit('2001:db8:5::1', 3)).toBe(true);
});

it('counts the networks of one range together', async () => {
  const admit = createPictureLimiter(null);
  let taken = 0;
  for (let host = 1; host <= 200; host++) if (await admit(`198.51.100.${host}`, 3)) taken += 3;
  for (let net = 1; net <= 200; net++) {
    if (await admit(`2001:db8:77:${net.toString(16)}::1`, 3)) taken += 3;
  }
  expect(taken).toBe(2 * limits.reportPicturesOfRange.count);
  expect(await admit('198.51.101.1', 3)).toBe(true);
});

it('limits the total, however many networks send', async () => {
  const admit = createPictureLimiter(null);
  let taken = 0;
  for (let range = 0; range < 200; range++) if (await admit(`10.${range}.0.1`, 3)) taken += 3;
  expect(taken).toBe(limits.reportPictures.count);
});
