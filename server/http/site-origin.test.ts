import { describe, expect, it } from 'vitest';
import { describeListening } from './own-addresses.ts';
import { createSiteOrigin } from './site-origin.ts';

const loopback = describeListening('127.0.0.1', 3000);

it('keeps a public origin whatever Host says', () => {
  const origin = createSiteOrigin('https://livfit.example', loopback);
  expect(origin.of('evil.example')).toBe('https://livfit.example');
  expect(origin.of('127.0.0.1:3000')).toBe('https://livfit.example');
});

it('follows the loopback name a visitor used, and nothing else', () => {
  const origin = createSiteOrigin(null, loopback);
  expect(origin.of('localhost:3000')).toBe('http://localhost:3000');
  expect(origin.of('[::1]:3000')).toBe('http://[::1]:3000');
  expect(origin.of('127.0.0.2:3000')).toBe('http://127.0.0.2:3000');
  expect(origin.of('evil.example')).toBe('http://127.0.0.1:3000');
  expect(origin.known('evil.example')).toBeNull();
  expect(origin.of(undefined)).toBe('http://127.0.0.1:3000');
});

it('keeps https of a configured loopback origin behind a proxy', () => {
  for (const configured of ['https://localhost', 'https://localhost:4443']) {
    const origin = createSiteOrigin(configured, loopback);
    expect(origin.of(new URL(configured).host)).toBe(configured);
    expect(origin.of('127.0.0.1:3000')).toBe('http://127.0.0.1:3000');
  }
});

it('follows the machine’s own addresses where it listens on them, and no other name', () => {
  const listening = {
    origin: 'http://192.0.2.5:3000',
    hosts: new Set(['192.0.2.5', '[2001:db8::5]']),
  };
  const origin = createSiteOrigin(null, listening);
  expect(origin.of('192.0.2.5:3000')).toBe('http://192.0.2.5:3000');
  expect(origin.of('[2001:DB8::5]:3000')).toBe('http://[2001:db8::5]:3000');
  expect(origin.of('localhost:3000')).toBe('http://localhost:3000');
  for (const host of ['rebound.example:3000', '192.0.2.6:3000', '192.0.2.5.evil.example']) {
    expect(origin.of(host)).toBe('http://192.0.2.5:3000');
    expect(origin.known(host)).toBeNull();
  }
});

describe('a link in a mail', () => {
  const link = (origin: string) =>
    `${origin}/auth/v1/verify?token=t&redirect_to=${encodeURIComponent(`${origin}/auth?mode=reset`)}`;

  it('keeps the name that was used, and no port but the shop’s own', () => {
    const origin = createSiteOrigin(null, loopback);
    expect(origin.inMail(link('http://localhost:3000'))).toBe(link('http://localhost:3000'));
    expect(origin.inMail(link('http://localhost:4444'))).toBe(link('http://127.0.0.1:3000'));
    expect(origin.inMail(link('http://localhost'))).toBe(link('http://127.0.0.1:3000'));
    expect(origin.inMail('')).toBe('');
  });

  it('keeps the port of the configured origin', () => {
    const mapped = createSiteOrigin('http://localhost:8080', loopback);
    expect(mapped.inMail(link('http://127.0.0.1:8080'))).toBe(link('http://127.0.0.1:8080'));
    expect(mapped.inMail(link('http://127.0.0.1:4444'))).toBe(link('http://localhost:8080'));
    const fixed = createSiteOrigin('https://livfit.example', loopback);
    expect(fixed.inMail(link('https://livfit.example'))).toBe(link('https://livfit.example'));
  });
});

describe('describeListening', () => {
  it('has no outside address on loopback', () => {
    expect(describeListening('127.0.0.2', 1).hosts.size).toBe(0);
    expect(describeListening('::1', 1).origin).toBe('http://[::1]:1');
  });

  it('uses loopback names if it listens everywhere', () => {
    expect(describeListening('0.0.0.0', 1).localOrigin).toBe('http://127.0.0.1:1');
    expect(describeListening('0.0.0.0', 1).origin).not.toContain('0.0.0.0');
    expect(describeListening('192.0.2.5', 1)).toEqual({
      origin: 'http://192.0.2.5:1',
      localOrigin: 'http://192.0.2.5:1',
      hosts: new Set(['192.0.2.5']),
    });
  });
});
