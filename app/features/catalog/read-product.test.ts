import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { respondMissingPage } from '#app/lib/respond-missing-page.ts';
import { readProduct } from './read-product.ts';

// The context has no database, so any query would fail.
const context = new RouterContextProvider();
const slug = 'a\0b';

it('answers 404 for an address with a character that no text can hold', async () => {
  expect(await readProduct(context, slug)).toEqual({ kind: 'missing' });
  expect(await respondMissingPage(context, 'product', slug)).toMatchObject({
    init: { status: 404 },
  });
});
