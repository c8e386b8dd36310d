import { describe, expect, it } from 'vitest';
import { emptyProduct, productValues, toProductRow, toProductValues } from './product-values.ts';

const values = { ...emptyProduct, name: 'Pure Resin', price: '49.90', tags: ['resin', 'gold'] };

describe('a product as the form holds it', () => {
  it('needs a name and a price, and nothing else', () => {
    expect(productValues.safeParse({ ...emptyProduct, name: 'A', price: '0' }).success).toBe(true);
    const { error } = productValues.safeParse({ ...emptyProduct, name: '  ' });
    expect(error?.issues.map(({ path }) => path[0])).toEqual(['name', 'price']);
  });

  it.each(['49.901', '-1', '1e3', 'NaN', '49,90', '123456789'])('takes no price %s', (price) => {
    expect(productValues.safeParse({ ...values, price }).success).toBe(false);
  });

  it('is saved with its missing SEO texts filled in', () => {
    expect(toProductRow({ ...values, description: 'From Spiti.' })).toMatchObject({
      price: 49.9,
      image_url: '/product.jpg',
      image_urls: [],
      seo_title: 'Liv Fit Pure Resin | Premium Natural Supplements',
      seo_description: expect.stringMatching(/^From Spiti\. Shop genuine Liv Fit/),
      seo_keywords: 'Liv Fit, Pure Resin, resin, gold',
    });
    expect(toProductRow({ ...values, seo_title: 'My own' }).seo_title).toBe('My own');
  });

  it('keeps a weight that is not offered, and refuses to save it', () => {
    const row = { ...toProductRow(values), weight_type: '60ml' };
    const read = toProductValues(row as never);
    expect(read.weight_type).toBe('60ml');
    const { error } = productValues.safeParse(read);
    expect(error?.issues).toMatchObject([
      { path: ['weight_type'], message: 'Choose 30ml or 30g.' },
    ]);
  });

  it('keeps what is typed of the Supplement Facts before there is a row', () => {
    const facts = { serving_size: '1 spoon', servings: '60', rows: [], notes: 'Other: none' };
    const { supplement_facts } = toProductRow({ ...values, facts });
    expect(supplement_facts).toEqual(facts);
    expect(toProductRow(values).supplement_facts).toBeNull();
    const stored = { ...toProductRow({ ...values, facts }), image_alts: {} };
    expect(
      toProductValues(stored as unknown as Parameters<typeof toProductValues>[0]).facts,
    ).toEqual(facts);
  });

  it('keeps order and alternative texts of its pictures', () => {
    const row = toProductRow({
      ...values,
      images: [
        { url: '/b.png', alt: ' An open jar ' },
        { url: '/a.png', alt: '' },
      ],
    });
    expect(row).toMatchObject({
      image_url: '/b.png',
      image_urls: ['/b.png', '/a.png'],
      image_alts: { '/b.png': 'An open jar' },
    });
    expect(toProductValues(row as never).images).toEqual([
      { url: '/b.png', alt: 'An open jar' },
      { url: '/a.png', alt: '' },
    ]);
  });
});
