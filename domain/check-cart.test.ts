import { describe, expect, it } from 'vitest';
import type { CartLine } from './cart.ts';
import { acceptChanges, type Catalog, type CatalogProduct, checkCart } from './check-cart.ts';

const line: CartLine = {
  id: 'resin',
  name: 'Pure Resin',
  weight: '30g',
  priceCents: 4990,
  quantity: 2,
  imageUrl: '/old.webp',
};
const drops: CartLine = { ...line, id: 'drops', weight: '30ml', priceCents: 1000, quantity: 1 };

function product(overrides: Partial<CatalogProduct> = {}): CatalogProduct {
  return {
    id: 'resin',
    name: 'Pure Resin',
    slug: 'pure-resin',
    price: 49.9,
    weight_type: '30g',
    buyable: true,
    sold_out: false,
    stock: null,
    image_url: '/new.webp',
    ...overrides,
  };
}
function catalogOf(...products: CatalogProduct[]): Catalog {
  return new Map([
    ['resin', null],
    ['drops', null],
    ...products.map((found) => [found.id, found] as const),
  ]);
}
const dropsProduct = product({ id: 'drops', weight_type: '30ml', price: 10, slug: null });

describe('checkCart', () => {
  it('believes the cart until the catalog has been read', () => {
    expect(checkCart([line], new Map())).toMatchObject({ total: 9980, changed: false });
  });

  it('finds nothing to say where nothing changed, and takes the current picture', () => {
    const cart = checkCart([line, drops], catalogOf(product(), dropsProduct));
    expect(cart).toMatchObject({ total: 9980 + 1000, changed: false });
    expect(cart.lines[0]).toMatchObject({
      imageUrl: '/new.webp',
      path: '/product/pure-resin',
      was: {},
    });
    expect(cart.lines[1]?.path).toBe('/product/drops');
  });

  it('shows a new price beside the old one and adds up the new', () => {
    const cart = checkCart([line], catalogOf(product({ price: 55 })));
    expect(cart).toMatchObject({ total: 11000, changed: true });
    expect(cart.lines[0]).toMatchObject({ priceCents: 5500, was: { priceCents: 4990 } });
  });

  it('shows a new name beside the old one', () => {
    const cart = checkCart([line], catalogOf(product({ name: 'Himalayan Resin' })));
    expect(cart.changed).toBe(true);
    expect(cart.lines[0]).toMatchObject({ name: 'Himalayan Resin', was: { name: 'Pure Resin' } });
  });

  it.each([
    ['sold out', [product({ buyable: false }), dropsProduct], 'sold_out'],
    ['gone', [dropsProduct], 'gone'],
    ['sold in another weight only', [product({ weight_type: '30ml' }), dropsProduct], 'gone'],
  ] as const)('keeps a product that is %s out of the total', (_, catalog, availability) => {
    const cart = checkCart([line, drops], catalogOf(...catalog));
    expect(cart.lines[0]?.availability).toBe(availability);
    expect(cart).toMatchObject({ total: 1000, changed: true });
  });
});

describe('acceptChanges', () => {
  it('keeps what can be bought, as plain cart lines at the current price', () => {
    const { lines } = checkCart([line, drops], catalogOf(product({ price: 55, name: 'New' })));
    expect(acceptChanges(lines)).toEqual([
      { ...line, name: 'New', priceCents: 5500, imageUrl: '/new.webp' },
    ]);
  });

  it('leaves nothing more to agree to', () => {
    const catalog = catalogOf(product({ price: 55 }));
    const accepted = acceptChanges(checkCart([line, drops], catalog).lines);
    expect(checkCart(accepted, catalog).changed).toBe(false);
  });
});
