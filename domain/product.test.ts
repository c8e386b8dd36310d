import { describe, expect, it } from 'vitest';
import {
  addTag,
  pricePerUnit,
  productImages,
  productPath,
  shownViews,
  summarizeProduct,
  writtenAlt,
} from './product.ts';

const resin = {
  id: '7b0e1c52-0000-4000-8000-000000000001',
  name: 'Resin',
  slug: 'resin',
  description: '',
  price: 49.9,
  compare_at_price: null,
  weight_type: '30g',
  buyable: true,
  view_count: 3,
  initial_view_count: 120,
  image_url: '/media/resin-1-960.webp',
  image_urls: [],
  image_alts: {},
  image_focus: null,
  tags: ['resin', 'pure'],
  seo_title: null,
  seo_description: null,
  seo_keywords: null,
  created_at: '2026-01-01T00:00:00Z',
};

describe('product', () => {
  it('links by slug, by id where there is none', () => {
    expect(productPath(resin)).toBe('/product/resin');
    expect(productPath({ id: 'x', slug: null })).toBe('/product/x');
    expect(productPath({ id: 'x', slug: '' })).toBe('/product/x');
  });

  it('shows counted views on top of the initial ones', () => {
    expect(shownViews(resin)).toBe(123);
  });

  it('shows the price per gram and milliliter', () => {
    expect(pricePerUnit(4990, '30g')).toEqual({ cents: 166, unit: 'g' });
    expect(pricePerUnit(3900, '30ml')).toEqual({ cents: 130, unit: 'ml' });
    expect(pricePerUnit(3900, 'a jar')).toBeNull();
    expect(pricePerUnit(3900, '0g')).toBeNull();
  });

  it('lists each picture once, the main one first', () => {
    expect(productImages({ image_url: '/a', image_urls: ['/b', '/a', ''] })).toEqual(['/a', '/b']);
    expect(productImages({ image_url: '', image_urls: [] })).toEqual(['/placeholder.svg']);
  });

  it('describes a picture as the owner wrote', () => {
    const image_alts = { '/a': 'An open jar', '/b': 3 };
    expect(writtenAlt({ image_alts }, '/a')).toBe('An open jar');
    for (const image of ['/b', '/c', 'toString'])
      expect(writtenAlt({ image_alts }, image)).toBe('');
    for (const odd of [null, 'text', []]) expect(writtenAlt({ image_alts: odd }, '0')).toBe('');
    const written = { ...resin, image_alts: { [resin.image_url]: 'A jar of resin' } };
    expect(summarizeProduct(written).imageAlt).toBe('A jar of resin');
  });

  it('sums a row up for a card, price in cents', () => {
    expect(summarizeProduct(resin)).toEqual({
      id: resin.id,
      name: 'Resin',
      path: '/product/resin',
      priceCents: 4990,
      weight: '30g',
      soldOut: false,
      image: '/media/resin-1-960.webp',
    });
  });
});

it('the tag Add button ignores empty and duplicate tags', () => {
  expect(addTag(['resin'], ' gold ')).toEqual(['resin', 'gold']);
  expect(addTag(['resin'], '  ')).toEqual(['resin']);
  expect(addTag(['resin'], 'resin')).toEqual(['resin']);
});

it('has a former price only where that was higher', () => {
  const was = (compare_at_price: number | null) =>
    summarizeProduct({ ...resin, compare_at_price }).wasCents;
  expect([null, 40, 49.9, 59].map(was)).toEqual([undefined, undefined, undefined, 5900]);
});
