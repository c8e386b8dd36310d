import { describe, expect, it } from 'vitest';
import { emptyPost, postValues, toPostRow } from './post-values.ts';

const post = { ...emptyPost, title: 'A title', content: '<p>Words</p>' };
const now = new Date('2026-11-05T10:00:00Z');

describe('a blog post', () => {
  it.each([
    ['title', { ...post, title: ' ' }],
    ['content', { ...post, content: '<p></p>' }],
    ['content', { ...post, content: '<p>&nbsp;</p>' }],
  ])('needs its %s', (path, values) => {
    expect(postValues.safeParse(values).error?.issues[0]?.path).toEqual([path]);
  });

  it('may be one picture', () => {
    expect(postValues.safeParse({ ...post, content: '<img src="/a.webp">' }).success).toBe(true);
  });

  it('is dated when it is published, keeps its date, and loses it as a draft', () => {
    const published = { ...post, published: true };
    expect(toPostRow(published, 'a', null, now).published_at).toBe('2026-11-05T10:00:00.000Z');
    const earlier = { published_at: '2026-01-01T00:00:00+00:00' };
    expect(toPostRow(published, 'a', earlier, now).published_at).toBe(earlier.published_at);
    expect(toPostRow(post, 'a', earlier, now)).toMatchObject({
      published: false,
      published_at: null,
    });
  });

  it('is by Admin unless somebody is named', () => {
    expect(toPostRow({ ...post, author_name: '' }, 'a', null, now).author_name).toBe('Admin');
  });
});
