import { expect, it } from 'vitest';
import { networkOf } from './network-of.ts';

it('keeps IPv4 addresses apart', () => {
  expect(networkOf('203.0.113.1')).toBe('203.0.113.1');
  expect(networkOf('::ffff:203.0.113.1')).toBe('203.0.113.1');
  expect(networkOf('::ffff:cb00:7101')).toBe('203.0.113.1');
});

it('takes IPv6 addresses of one network for one visitor, however they are written', () => {
  const spellings = [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0DB8:0001:0002:0:0:0:7',
    '2001:db8:1:2::1%eth0',
  ];
  expect(new Set(spellings.map(networkOf))).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
});

it('leaves what is no address', () => {
  for (const text of ['', 'unknown', '999.1.1.1', '2001:db8::g'])
    expect(networkOf(text)).toBe(text);
});
