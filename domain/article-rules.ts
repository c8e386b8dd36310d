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
