/**
 * What an article's HTML may hold: text, links, lists, tables and pictures. Everything else is
 * removed, regardless of who wrote it or how it got into the database. Applied when a post is saved
 * and again when it is shown; `sanitize-html` takes these as its options.
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
  // `//elsewhere.example` would load whatever the page's own scheme allows.
  allowProtocolRelative: false,
} as const;

/** As many characters as the table takes. */
const mostCharacters = 500_000;
/** Ten thousand elements. What parses them takes the square of their number where none is closed. */
const mostTags = 20_000;

/** Why this is more than an article holds, in words for who wrote it; null where it is not. */
export function articleExcess(html: string): string | null {
  if (html.length > mostCharacters) return 'A post may hold 500,000 characters at most.';
  let tags = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    tags += 1;
    if (tags > mostTags) return 'A post may hold 20,000 HTML tags at most.';
  }
  return null;
}
