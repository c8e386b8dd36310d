import { describe, expect, it } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import { paymentMethods } from '#tests/fixtures/payment-methods.ts';
import { productStructuredData } from './product-structured-data.ts';

const shop = {
  origin: 'https://shop.example',
  publishableKey: '',
  paymentMethods,
  sandbox: false,
  site: siteDefaults,
  shippingClaim: 'Free shipping on orders over $50',
  deliveryPromise: '',
  selling: null,
};

const product = {
  id: '1',
  name: 'Resin',
  slug: 'resin',
  description: 'Dark.',
  price: 39.9,
  compare_at_price: null,
  weight_type: '30g',
  buyable: true,
  view_count: 0,
  initial_view_count: 0,
  image_url: '/media/resin-1-960.webp',
  image_urls: ['https://cdn.example/b.jpg'],
  image_alts: {},
  image_focus: null,
  tags: [],
  seo_title: null,
  seo_description: null,
  seo_keywords: null,
  created_at: '2026-01-01T00:00:00Z',
};

describe('structured product data', () => {
  it('offers the price with two decimals at the canonical address', () => {
    const data = productStructuredData(product, shop);
    expect(data.offers).toMatchObject({
      price: '39.90',
      priceCurrency: 'USD',
      url: 'https://shop.example/product/resin',
      availability: 'https://schema.org/InStock',
    });
    expect(data.image).toEqual([
      'https://shop.example/media/resin-1-960.webp',
      'https://cdn.example/b.jpg',
    ]);
  });

  it('tells a former price that is higher, and no other', () => {
    const offerOf = (compare_at_price: number | null) =>
      productStructuredData({ ...product, compare_at_price }, shop).offers;
    expect(offerOf(49)).toMatchObject({
      price: '39.90',
      priceSpecification: {
        priceType: 'https://schema.org/StrikethroughPrice',
        price: '49.00',
        priceCurrency: 'USD',
      },
    });
    for (const former of [null, 39.9, 20]) {
      expect(offerOf(former)).not.toHaveProperty('priceSpecification');
    }
  });

  it('says what a picture shows, where the owner wrote it', () => {
    const image_alts = { [product.image_url]: 'An open jar' };
    expect(productStructuredData({ ...product, image_alts }, shop).image).toEqual([
      {
        '@type': 'ImageObject',
        url: 'https://shop.example/media/resin-1-960.webp',
        caption: 'An open jar',
      },
      'https://cdn.example/b.jpg',
    ]);
  });

  it('says when it is sold out, and never repeats the fixed rating', () => {
    const data = productStructuredData({ ...product, buyable: false }, shop);
    expect(data.offers.availability).toBe('https://schema.org/SoldOut');
    expect(JSON.stringify(data)).not.toMatch(/rating/i);
  });
});
