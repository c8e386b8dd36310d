import { describe, expect, it } from 'vitest';
import { resolveRedirect } from './resolve-redirect.ts';

const SITE = 'https://shop.example';
const ALLOWED = ['https://app.example/welcome', 'myapp://back', 'http://127.0.0.1:5173/in?x=1'];

const resolve = (wanted: string | null) => resolveRedirect(wanted, SITE, ALLOWED);

describe('the final redirect of a link or a provider', () => {
  it.each([
    ['/auth?mode=reset', `${SITE}/auth?mode=reset`],
    ['https://shop.example', `${SITE}/`],
    ['https://shop.example/orders#x', `${SITE}/orders`],
    ['https://SHOP.example/orders', `${SITE}/orders`],
    ['https://shop.example:443/a', `${SITE}/a`],
    ['https:shop', `${SITE}/shop`],
    ['orders', `${SITE}/orders`],
    ['/%2F%2Fevil.example', `${SITE}/%2F%2Fevil.example`],
    ['/..//../a', `${SITE}/a`],
    [' /orders ', `${SITE}/orders`],
    ['?redirect=https://evil.example', `${SITE}/?redirect=https://evil.example`],
    ['https://app.example/welcome', 'https://app.example/welcome'],
    ['myapp://back', 'myapp://back'],
    ['http://127.0.0.1:5173/in?x=1', 'http://127.0.0.1:5173/in?x=1'],
  ])('may be a page of the site or exactly an allowed address: %s', (wanted, to) => {
    expect(resolve(wanted)).toBe(to);
  });

  it.each([
    // Other hosts, given plainly or disguised as ours.
    'https://evil.example',
    'https://evil.example/welcome',
    '//evil.example',
    '///evil.example',
    '////evil.example/%2f..',
    '\\\\evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https:\\\\evil.example',
    'https:/\\evil.example',
    'https:///evil.example',
    'https://shop.example.evil.example',
    'https://shop.example@evil.example',
    'https://shop.example%40evil.example',
    'https://shop.example:pass@evil.example/x',
    'https://evil.example#https://shop.example',
    'https://evil.example?https://shop.example',
    'https://evil.example\\@shop.example',
    'https://evil.example/.shop.example',
    'https://xshop.example',
    'https://shop.exampleevil.example',
    'https://shop.example.',
    'https://shop。example',
    'https://ⓔvil.example',
    'https://user@shop.example/',
    'https://user:pass@shop.example/',
    // Our host with another scheme or port.
    'http://shop.example/auth',
    'https://shop.example:8443/',
    'ftp://shop.example/',
    'ws://shop.example/',
    // What a browser would run or open.
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'javascript://shop.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://shop.example/6f1c',
    'view-source:https://shop.example/',
    'about:blank',
    'mailto:a@b.example',
    'intent://shop.example#Intent;scheme=https;end',
    // Almost an allowed URL.
    'https://app.example/welcome/',
    'https://app.example/welcome?x=1',
    'https://app.example/welcome#x',
    'https://app.example/WELCOME',
    'https://app.example/welcome/../admin',
    'https://app.example:8443/welcome',
    'http://app.example/welcome',
    'https://app.example',
    'https://sub.app.example/welcome',
    'myapp://back/further',
    'myapp://other',
    'myapp2://back',
    'http://127.0.0.1:5173/in?x=2',
    'http://127.0.0.1:5174/in?x=1',
    'http://2130706433:5173/in?x=1',
    'http://localhost:5173/in?x=1',
    // Nothing that could be parsed as a URL.
    'https://',
    'https://[::1',
    'http://%',
    '://shop.example',
  ])('is the first page for anything else: %j', (wanted) => {
    const to = resolve(wanted);
    expect([SITE, `${SITE}/`].includes(to) || new URL(to).origin === SITE).toBe(true);
    expect(new URL(to).protocol).toBe('https:');
    expect(new URL(to).username).toBe('');
  });

  it('is the first page when nothing is asked for', () => {
    expect(resolve(null)).toBe(SITE);
    expect(resolve('')).toBe(SITE);
  });
});
