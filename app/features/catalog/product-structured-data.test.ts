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
};

const product = {
  id: '1',
  name: 'Resin',
  slug: 'resin',
  description: 'Dark.',
  price: 39.9,
  weight_type: '30g',
  buyable: true,
  view_count: 0,
  initial_view_count: 0,
  image_url: '/media/resin-1-960.webp',
  image_urls: ['https://cdn.example/b.jpg'],
  image_alts: {},
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
