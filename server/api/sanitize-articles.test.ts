import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { sanitizeArticles } from './sanitize-articles.ts';

const api = new Hono()
  .use(sanitizeArticles)
  .all('*', async (c) => c.body(await c.req.raw.text(), 200));

const write = async (path: string, body: unknown, method = 'POST', type = 'application/json') => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': type };
  return (await api.request(path, { method, headers, body: text })).text();
};
const bad = '<p onclick="x()">Hi<script>alert(1)</script></p>';

it('cleans the content of posts, one or many, new or changed', async () => {
  const clean = '{"title":"<b>","content":"<p>Hi</p>"}';
  const row = { title: '<b>', content: bad };
  expect(await write('/rest/v1/blog_posts?select=*', row)).toBe(clean);
  expect(await write('/rest/v1/%62log_posts', row, 'PATCH')).toBe(clean);
  expect(await write('/rest/v1/blog_posts', [row, { published: true }])).toBe(
    `[${clean},{"published":true}]`,
  );
});

it('leaves everything else as it came', async () => {
  const row = JSON.stringify({ content: bad });
  expect(await write('/rest/v1/testimonials', row)).toBe(row);
  expect(await write('/rest/v1/blog_posts', 'content\n<p>', 'POST', 'text/csv')).toBe(
    'content\n<p>',
  );
  expect(await write('/rest/v1/blog_posts', '{broken')).toBe('{broken');
  expect(await write('/rest/v1/blog_posts', 'null')).toBe('null');
});
