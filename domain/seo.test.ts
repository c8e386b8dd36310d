import { describe, expect, it } from 'vitest';
import { blogPostSeo, productSeo, truncate } from './seo.ts';

describe('search texts', () => {
  const product = { name: 'Resin', description: 'Dark and soft.', tags: ['pure', '30g'] };

  it('fills in what a product leaves out', () => {
    const seo = productSeo(product);
    expect(seo.title).toBe('Liv Fit Resin | Premium Natural Supplements');
    expect(seo.description).toMatch(/^Dark and soft\. \S/);
    expect(seo.keywords).toBe('Liv Fit, Resin, pure, 30g');
  });

  it("keeps a product's own words", () => {
    const own = { ...product, seo_title: 'T', seo_description: 'D', seo_keywords: 'K' };
    expect(productSeo(own)).toEqual({ title: 'T', description: 'D', keywords: 'K' });
  });

  it('names a post after itself and the blog', () => {
    const seo = blogPostSeo({ title: 'On resin', excerpt: 'Short.', seo_title: '' });
    expect(seo.title).toBe('On resin | Liv Fit Blog');
    expect(seo.description).toBe('Short.');
    expect(seo.keywords).toContain('Liv Fit');
  });

  it('cuts descriptions at a word', () => {
    expect(truncate('short')).toBe('short');
    expect(truncate('one two, three', 10)).toBe('one two…');
    expect(truncate('x'.repeat(300), 20)).toBe(`${'x'.repeat(19)}…`);
    expect(truncate('a\n\nb')).toBe('a b');
  });
});
