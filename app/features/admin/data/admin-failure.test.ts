import { expect, it } from 'vitest';
import { AdminFailure, messageOf } from './admin-failure.ts';

const raw = [
  ['23505', 'duplicate key value violates unique constraint "products_slug_key"', 409],
  ['23505', 'duplicate key value violates unique constraint "validity_codes_code_key"', 409],
  ['23505', 'duplicate key value violates unique constraint "partners_pkey"', 409],
  [
    '23514',
    'new row for relation "products" violates check constraint "products_price_check"',
    400,
  ],
  [
    '23514',
    'new row for relation "partners" violates check constraint "partners_website_url_check"',
    400,
  ],
  ['53100', 'could not extend file "base/5/16402": No space left on device', 507],
  ['58030', 'could not write block 7 of file "base/5/16402"', 500],
  ['57P01', 'terminating connection due to administrator command', 503],
  ['XX000', 'cache lookup failed for relation 16402', 500],
  ['42P01', 'relation "public.products" does not exist', 404],
  ['PGRST204', "Could not find the 'color' column of 'products' in the schema cache", 400],
  [null, 'Internal Server Error at /srv/shop/backend/rest', 500],
  ['', 'TypeError: Failed to fetch', 0],
] as const;

it.each(raw)('says %s in plain words', (code, message, status) => {
  const said = messageOf(new AdminFailure(message, code, status));
  expect(said).not.toMatch(/constraint|relation|file "|_key|_pkey|TypeError|schema|srv/);
  expect(said).toMatch(/^[A-Z].*\.$/);
});

it('says what exists already, by its name', () => {
  const said = raw.map(([code, message, status]) =>
    messageOf(new AdminFailure(message, code, status)),
  );
  expect(said[0]).toBe('Another product already uses this slug.');
  expect(said[1]).toBe('This code already exists.');
  expect(said[4]).toContain('must begin with https://');
  expect(said[5]).toContain('disk is full');
});

it("keeps the shop's own words", () => {
  const said = 'This order was refunded.';
  expect(messageOf(new AdminFailure(said, 'order_unpaid', 409))).toBe(said);
  expect(messageOf(new AdminFailure(said, 'P0001', 400))).toBe(said);
  expect(messageOf(new AdminFailure(said, null, 400))).toBe(said);
});
