import { describe, expect, it } from 'vitest';
import { createAddressReader } from './client-address.ts';

describe('createAddressReader', () => {
  it('trusts no proxy by default', () => {
    expect(createAddressReader('')('203.0.113.9', '1.2.3.4')).toBe('203.0.113.9');
  });

  it('walks back as many proxies as there are, no further', () => {
    const read = createAddressReader('1');
    expect(read('127.0.0.1', '6.6.6.6, 203.0.113.9')).toBe('203.0.113.9');
    expect(read('127.0.0.1', undefined)).toBe('127.0.0.1');
    expect(createAddressReader('2')('10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2')).toBe(
      '203.0.113.9',
    );
  });

  it('trusts only listed proxies', () => {
    const read = createAddressReader('10.0.0.0/8, ::1');
    expect(read('::ffff:10.0.0.1', '6.6.6.6, 203.0.113.9')).toBe('203.0.113.9');
    expect(read('203.0.113.1', '6.6.6.6')).toBe('203.0.113.1');
  });

  it.each([
    ['203.0.113.7:5001', '203.0.113.7'],
    ['[2001:db8::7]:5001', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('reads %s as a proxy writes it', (written, address) => {
    expect(createAddressReader('1')('10.0.0.1', written)).toBe(address);
  });

  it('does not accept arbitrary text as an address', () => {
    expect(createAddressReader('1')('127.0.0.1', 'localhost')).toBe('127.0.0.1');
    expect(() => createAddressReader('proxy')).toThrow(/TRUST_PROXY/);
  });
});
