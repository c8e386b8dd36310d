import { describe, expect, it } from 'vitest';
import { emptyPost, isScheduled, postValues, toPostRow, toPostValues } from './post-values.ts';

const post = { ...emptyPost, title: 'A title', content: '<p>Words</p>' };
const now = new Date('2026-11-05T10:00:00Z');
const when = { now, timeZone: 'America/Denver' };

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
    expect(toPostRow(published, 'a', null, when).published_at).toBe('2026-11-05T10:00:00.000Z');
    const earlier = { published_at: '2026-01-01T00:00:00+00:00' };
    expect(toPostRow(published, 'a', earlier, when).published_at).toBe(earlier.published_at);
    expect(toPostRow(post, 'a', earlier, when)).toMatchObject({
      published: false,
      published_at: null,
    });
  });

  it('is scheduled for a time in the shop’s time zone, which is shown as it was entered', () => {
    const later = { ...post, published: true, publish_at: '2026-12-01T09:00' };
    expect(toPostRow(later, 'a', null, when).published_at).toBe('2026-12-01T16:00:00.000Z');
    const stored = { published: true, published_at: '2026-12-01T16:00:30+00:00' };
    const picture = { featured_image_alt: null, featured_image_focus: null };
    const row = { ...toPostRow(later, 'a', null, when), ...stored, ...picture, id: '1' };
    const shown = toPostValues(
      { ...row, created_at: stored.published_at, updated_at: stored.published_at },
      when.timeZone,
    );
    expect(shown.publish_at).toBe('2026-12-01T09:00');
    expect(toPostRow(shown, 'a', stored, when).published_at).toBe(stored.published_at);
    const atOnce = toPostRow({ ...shown, publish_at: '' }, 'a', stored, when);
    expect(atOnce.published_at).toBe('2026-11-05T10:00:00.000Z');
    expect(isScheduled(stored, now)).toBe(true);
    expect(isScheduled(stored, new Date('2026-12-01T16:00:31Z'))).toBe(false);
    expect(isScheduled({ ...stored, published: false }, now)).toBe(false);
  });

  it('needs a whole date', () => {
    expect(postValues.safeParse({ ...post, publish_at: '12026-01-01T00:00' }).success).toBe(false);
  });

  it('is by Admin unless somebody is named', () => {
    expect(toPostRow({ ...post, author_name: '' }, 'a', null, when).author_name).toBe('Admin');
  });
});
