import { expect, it } from 'vitest';
import { sanitizeArticle } from './sanitize-article.server.ts';

it('keeps what articles are made of', () => {
  const html = '<h2>Title</h2><p>Text with <a href="/validity">a link</a></p><ul><li>one</li></ul>';
  expect(sanitizeArticle(html)).toBe(html);
});

it('shows pictures in the sizes that there are, when they come near', () => {
  const shown = sanitizeArticle('<img src="/media/resin-1-960.webp" alt="A" srcset="x">');
  expect(shown).toContain('loading="lazy"');
  expect(shown).toContain('/media/resin-1-640.webp 640w');
  expect(sanitizeArticle('<img src="/a.png" srcset="//evil.example/x 1x">')).not.toContain('evil');
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="https://evil.example"></iframe>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<form action="https://evil.example"><input></form>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
])('leaves nothing active of %s', (html) => {
  expect(sanitizeArticle(html)).not.toMatch(/script|onerror|iframe|style|<form|<svg|<math/i);
});
