import { expect, it } from 'vitest';
import { replyAddress } from './reply-address.ts';

it('quotes the message and cannot be made to address anybody else', () => {
  const address = new URL(
    replyAddress(
      { name: 'Maya', email: 'a@b.example?bcc=x@y.example', message: 'one\ntwo' },
      'Other Roots',
    ),
  );
  expect(decodeURIComponent(address.pathname)).toBe('a@b.example?bcc=x@y.example');
  expect([...address.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(address.searchParams.get('subject')).toBe('Your message to Other Roots');
  expect(address.searchParams.get('body')).toBe('Hello Maya,\r\n\r\n\r\n\r\n> one\r\n> two');
});
