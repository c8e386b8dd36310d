import { type Database, DatabaseUnavailable } from '@liv-fit/backend/database';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Authenticate } from '#server/functions/caller.ts';
import { sanitizeArticles } from './sanitize-articles.ts';

/** The key says who is calling; the database decides who is an admin. */
const authenticate: Authenticate = async (headers) => {
  const key = headers.get('apikey');
  if (key === 'early') throw new DatabaseUnavailable(new Error('gone'));
  if (key === 'wrong') return { ok: false, code: 'invalid_token' };
  const claims = { sub: key };
  if (key === 'service')
    return { ok: true, caller: { role: 'service_role', userId: null, claims } };
  if (key === null) return { ok: true, caller: { role: 'anon', userId: null, claims } };
  return { ok: true, caller: { role: 'authenticated', userId: key, claims } };
};
const database = {
  runAs: async ({ claims }: { claims: { sub: string } }) => ({
    rows: [{ admin: claims.sub === 'admin' }],
  }),
} as unknown as Database;

const api = new Hono()
  .use(sanitizeArticles({ authenticate, database }))
  .all('*', async (c) => c.body(await c.req.raw.text(), 200));

const posts = '/rest/v1/blog_posts';

function requestOf(path: string, body: unknown, caller: string | null, options: RequestInit = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = new Headers({ 'content-type': 'application/json', ...options.headers });
  if (caller) headers.set('apikey', caller);
  return new Request(`http://shop.example${path}`, {
    method: 'POST',
    ...options,
    headers,
    body: text,
  });
}

const write = async (path: string, body: unknown, options: RequestInit = {}) =>
  (await api.request(requestOf(path, body, 'admin', options))).text();

const refusal = async (body: unknown, options: RequestInit = {}) => {
  const answer = await api.request(requestOf(posts, body, 'admin', options));
  return [answer.status, ((await answer.json()) as { message: string }).message];
};

const bad = '<p onclick="x()">Hi<script>alert(1)</script></p>';

it('cleans the content of posts, one or many, new or changed', async () => {
  const clean = '{"title":"<b>","content":"<p>Hi</p>"}';
  const row = { title: '<b>', content: bad };
  expect(await write('/rest/v1/blog_posts?select=*', row)).toBe(clean);
  expect(await write('/rest/v1/%62log_posts', row, { method: 'PATCH' })).toBe(clean);
  expect(await write('/rest/v1/blog_posts', row, { method: 'PUT' })).toBe(clean);
  expect(await write('/rest/v1/blog_posts', [row, { published: true }])).toBe(
    `[${clean},{"published":true}]`,
  );
  const answer = await api.request(requestOf(posts, row, 'service'));
  expect(await answer.text()).toBe(clean);
});

it.each([
  ['a stranger', null, 401],
  ['a customer', 'customer', 403],
])('reads nothing that %s sends, who may not write posts', async (_who, caller, status) => {
  for (const method of ['POST', 'PATCH', 'PUT']) {
    const request = requestOf(posts, { content: bad }, caller, { method });
    const answer = await api.request(request);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code: '42501' });
    expect(request.bodyUsed).toBe(false);
  }
});

it('says that the database is away, and when to try again', async () => {
  const answer = await api.request(requestOf(posts, { content: bad }, 'early'));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({ code: 'PGRST001' });
});

it('takes several posts at once that are long together, and says when they are too many', async () => {
  const rows = (count: number) => Array(count).fill({ content: 'x'.repeat(200_000) });
  expect(JSON.parse(await write(posts, rows(2)))).toHaveLength(2);
  expect(await refusal(rows(3))).toEqual([400, expect.stringContaining('send fewer')]);
});

it('forwards no body with a wrong key', async () => {
  const request = requestOf(posts, { content: bad }, 'wrong');
  expect(await (await api.request(request)).text()).toBe('');
  expect(request.bodyUsed).toBe(false);
});

it('refuses content above an article’s limits before parsing it', async () => {
  const long = 'A post may hold 500,000 characters at most.';
  const many = 'A post may hold 20,000 HTML tags at most.';
  expect(await refusal({ content: 'x'.repeat(500_001) })).toEqual([400, long]);
  expect(await refusal({ content: '<b>'.repeat(20_001) })).toEqual([400, many]);
  const half = { content: '<b>'.repeat(10_001) };
  expect(await refusal([half, half])).toEqual([400, expect.stringContaining('send fewer')]);
  expect(await refusal({ content: 'x'.repeat(2_000_001) })).toEqual([413, 'Too much at once.']);
});

it('accepts an article of the maximum length', async () => {
  const content = `${'<p>x</p>'.repeat(10_000)}${'x'.repeat(420_000)}`;
  expect(await write(posts, { content })).toBe(JSON.stringify({ content }));
});

it('refuses content that it cannot clean', async () => {
  const text = 'The content of a post must be text.';
  expect(await refusal({ content: [bad] })).toEqual([400, text]);
  expect(await refusal([{ title: 'x' }, { content: { bad } }])).toEqual([400, text]);
  expect(await refusal('{broken')).toEqual([400, 'Empty or invalid json']);
  const only = [400, 'Articles are accepted as application/json only.'];
  for (const type of ['text/csv', 'application/x-www-form-urlencoded', 'application/jsonish']) {
    const headers = { 'content-type': type };
    expect(await refusal('content\n<p>', { headers })).toEqual(only);
  }
});

it('leaves everything else as it came', async () => {
  const row = JSON.stringify({ content: bad });
  expect(await write('/rest/v1/testimonials', row)).toBe(row);
  expect(await write('/rest/v1/blog_posts', 'null')).toBe('null');
  expect(await write('/rest/v1/blog_posts', row, { method: 'DELETE' })).toBe(row);
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  expect(await write(posts, { content: null }, { headers })).toBe('{"content":null}');
});
