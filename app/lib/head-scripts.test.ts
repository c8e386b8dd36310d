import { expect, it } from 'vitest';
import { serializeCart } from '#domain/cart.ts';
import { cartHeadScript } from './head-scripts.ts';
import { sessionStorageKey } from './stored-session.ts';

const resin = {
  ...{ id: 'resin', name: 'Resin', weight: '30g', priceCents: 4990, quantity: 1 },
  imageUrl: '',
};
const session = JSON.stringify({ access_token: 't', user: { id: 'ada', email: 'a@b.example' } });

function createStorage(entries: Record<string, string> = {}): Storage {
  const stored = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage;
}

/** Runs the head script of a page at that path; returns what it set and where it redirects. */
function open(path: string, local = createStorage(), tab = createStorage()) {
  const properties: Record<string, unknown> = {};
  const dataset: Record<string, string> = {};
  const style = {
    setProperty: (name: string, value: unknown) => {
      properties[name] = value;
    },
  };
  const asked: object[] = [];
  let leftFor: string | null = null;
  const location = {
    hostname: '127.0.0.1',
    pathname: path.split('?')[0],
    search: new URL(path, 'http://127.0.0.1:3000').search,
    replace: (to: string) => {
      leftFor = to;
    },
  };
  const heard: string[] = [];
  const names = ['document', 'localStorage', 'sessionStorage', 'location', 'addEventListener'];
  new Function(...names, cartHeadScript)(
    {
      documentElement: { style, dataset },
      createElement: () => ({}),
      head: { append: (link: object) => asked.push(link) },
    },
    local,
    tab,
    location,
    (name: string) => heard.push(name),
  );
  return { properties, dataset, leftFor, asked, heard, notice: tab.getItem('notice') };
}

/** A browser with this many lines in the cart. */
function withCart(owner: string | null, count: number): Storage {
  const lines = Array.from({ length: count }, (_, index) => ({ ...resin, id: `resin-${index}` }));
  return createStorage({
    ...(owner && { [sessionStorageKey('127.0.0.1')]: session }),
    ...(count > 0 && { [owner ? `cart:${owner}` : 'cart']: serializeCart(lines) }),
  });
}

it.each([null, 'ada'])('counts the lines of the cart of %s', (owner) => {
  const { properties, dataset, leftFor } = open('/checkout', withCart(owner, 3));
  expect(properties).toEqual({ '--cart-lines': 3 });
  expect(dataset).toEqual({});
  expect(leftFor).toBeNull();
});

it('knows that a guest without a cart has an empty one, and not what an account has', () => {
  const { dataset, asked } = open('/cart');
  expect(dataset).toEqual({ cart: 'empty' });
  expect(asked).toMatchObject([{ rel: 'preload', imageSrcset: expect.stringContaining('.avif') }]);
  expect(open('/cart', withCart('ada', 0)).dataset).toEqual({});
});

it('draws lines once there is a place for them, on the page of the cart alone', () => {
  expect(open('/cart', withCart(null, 2)).heard).toEqual(['DOMContentLoaded']);
  expect(open('/cart', withCart(null, 0)).heard).toEqual([]);
  expect(open('/checkout', withCart(null, 2)).heard).toEqual([]);
});

it('waits for a notice where somebody comes back', () => {
  expect(open('/checkout?canceled=1').dataset).toHaveProperty('returned');
  expect(open('/checkout?discount=canceled').dataset).not.toHaveProperty('returned');
});

it('redirects visitors with nothing to pay for from checkout to the products', () => {
  const { leftFor, notice } = open('/checkout');
  expect(leftFor).toBe('/products');
  expect(JSON.parse(notice ?? '')).toEqual({ title: 'Cart is empty', variant: 'destructive' });
});

it.each([
  ['is signed in', '/checkout', withCart('ada', 0), undefined],
  ['may have paid', '/checkout', createStorage({ 'checkout-left': '{}' }), undefined],
  ['comes back', '/checkout', undefined, createStorage({ 'checkout-left-here': 'yes' })],
  ['cancels', '/checkout?canceled=1', undefined, undefined],
  ['pressed early', '/checkout', undefined, createStorage({ 'early-cart-lines': '[]' })],
])('stays at checkout for who %s', (_who, path, local, tab) => {
  expect(open(path, local, tab).leftFor).toBeNull();
});
