/**
 * What an article's HTML may contain: text, links, lists, tables and pictures. Everything else is
 * removed, regardless of who wrote it or how it got into the database. Applied when a post is saved
 * and again when it is shown; passed to `sanitize-html` as its options.
 */
export const articleRules = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'blockquote', 'hr', 'br', 'pre', 'div', 'span'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption'],
    ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'mark', 'sub', 'sup', 'code', 'kbd'],
    ...['abbr', 'cite', 'q', 'time'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    'img',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    time: ['datetime'],
    abbr: ['title'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  // A URL such as `//elsewhere.example` would load over whatever scheme the page uses.
  allowProtocolRelative: false,
} as const;

/** The same limit as in the table. */
const maxCharacters = 500_000;
/** Ten thousand elements. If none are closed, parsing takes time quadratic in the number of tags. */
const maxTags = 20_000;

/** Why this exceeds what an article may hold, worded for its author; null if it does not. */
export function articleExcess(html: string): string | null {
  if (html.length > maxCharacters) return 'A post may hold 500,000 characters at most.';
  let tags = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    tags += 1;
    if (tags > maxTags) return 'A post may hold 20,000 HTML tags at most.';
  }
  return null;
}
