import sanitizeHtml, { type IOptions } from 'sanitize-html';
import { pictureSources } from '#app/lib/picture-sources.ts';
import { articleRules } from '#domain/article-rules.ts';

/**
 * An article's HTML made safe to show, with its pictures in the available sizes. It was sanitized
 * on saving as well; this covers whatever got into the database by other routes.
 */
export function sanitizeArticle(html: string): string {
  return sanitizeHtml(html, options);
}

const options: IOptions = {
  allowedTags: [...articleRules.allowedTags],
  allowedAttributes: {
    ...copy(articleRules.allowedAttributes),
    img: [...articleRules.allowedAttributes.img, 'srcset', 'sizes', 'loading', 'decoding'],
  },
  allowedSchemes: [...articleRules.allowedSchemes],
  allowProtocolRelative: articleRules.allowProtocolRelative,
  transformTags: {
    // The page has its own top heading.
    h1: 'h2',
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs.target === '_blank' ? { ...attribs, rel: 'noopener noreferrer' } : attribs,
    }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, ...sized(attribs.src ?? '') } }),
  },
};

function sized(src: string): Record<string, string> {
  const { srcset } = pictureSources(src);
  const always = { loading: 'lazy', decoding: 'async' };
  return srcset ? { ...always, srcset, sizes: '(min-width: 48rem) 44rem, 94vw' } : always;
}

function copy(lists: Record<string, readonly string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list]]));
}
