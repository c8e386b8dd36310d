import { expect, it } from 'vitest';
import { networkOf, rangeOf } from './network-of.ts';

it('counts IPv4 addresses separately', () => {
  expect(networkOf('203.0.113.1')).toBe('203.0.113.1');
  expect(networkOf('::ffff:203.0.113.1')).toBe('203.0.113.1');
  expect(networkOf('::ffff:cb00:7101')).toBe('203.0.113.1');
});

it('counts IPv6 addresses of one network as one visitor, however they are written', () => {
  const spellings = [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0DB8:0001:0002:0:0:0:7',
    '2001:db8:1:2::1%eth0',
  ];
  expect(new Set(spellings.map(networkOf))).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
});

it('gives the range around a network', () => {
  expect(['203.0.113.1', '203.0.113.255', '::ffff:203.0.113.7'].map(rangeOf)).toEqual(
    Array(3).fill('203.0.113.0/24'),
  );
  expect(rangeOf('203.0.114.1')).toBe('203.0.114.0/24');
  expect(['2001:db8:1:2::1', '2001:0DB8:1:ffff::1%eth0'].map(rangeOf)).toEqual(
    Array(2).fill('2001:db8:1::/48'),
  );
  expect(rangeOf('2001:db8:2::1')).toBe('2001:db8:2::/48');
  expect(rangeOf(networkOf('2001:db8:2:3::1'))).toBe('2001:db8:2::/48');
  expect(rangeOf(networkOf('203.0.113.1'))).toBe('203.0.113.0/24');
});

it('leaves anything that is not an address unchanged', () => {
  for (const text of ['', 'unknown', '999.1.1.1', '2001:db8::g']) {
    expect(networkOf(text)).toBe(text);
    expect(rangeOf(text)).toBe(text);
  }
});
