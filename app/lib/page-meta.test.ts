import { describe, expect, it } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import { pageMeta } from './page-meta.ts';

const args = {
  matches: [
    { id: 'root', loaderData: { origin: 'https://shop.example', site: siteDefaults } },
    { id: 'page', loaderData: null },
  ],
};
const page = { title: 'T', description: 'D', path: '/about' };

describe('page metadata', () => {
  it('names the canonical address under the shop’s origin', () => {
    expect(pageMeta(args, page)).toContainEqual({
      tagName: 'link',
      rel: 'canonical',
      href: 'https://shop.example/about',
    });
  });

  it('makes pictures absolute and leaves full addresses alone', () => {
    const imageOf = (image: string) =>
      pageMeta(args, { ...page, image }).find(
        (tag) => 'property' in tag && tag.property === 'og:image',
      );
    expect(imageOf('/a.webp')).toMatchObject({ content: 'https://shop.example/a.webp' });
    expect(imageOf('https://cdn.example/a.webp')).toMatchObject({
      content: 'https://cdn.example/a.webp',
    });
  });

  it('gives a hidden page no canonical address', () => {
    const tags = pageMeta(args, { ...page, hidden: true });
    expect(tags).toContainEqual({ name: 'robots', content: 'noindex' });
    expect(JSON.stringify(tags)).not.toContain('canonical');
  });

  it('says no description rather than an empty one', () => {
    expect(pageMeta(args, page)).toContainEqual({ name: 'description', content: 'D' });
    expect(JSON.stringify(pageMeta(args, { ...page, description: '' }))).not.toContain(
      'description',
    );
  });

  it('survives a failed root loader', () => {
    expect(pageMeta({ matches: [undefined] }, page)).toContainEqual({ title: 'T' });
  });
});
