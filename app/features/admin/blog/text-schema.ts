import Image from '@tiptap/extension-image';
import StarterKit from '@tiptap/starter-kit';
import { articleTable } from './article-table.ts';

/**
 * What an article may contain. Anything else (scripts, styles, frames, URLs such as javascript:) is
 * dropped when the editor parses it; the page sanitizes once more.
 */
export const textSchema = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      HTMLAttributes: { target: null, rel: 'noopener' },
    },
  }),
  Image.configure({ inline: false }),
  ...articleTable,
];

const known =
  /<(?!\/?(?:p|h[2-4]|ul|ol|li|a|strong|b|em|i|u|s|code|pre|blockquote|br|hr|img|table|thead|tbody|tr|th|td)\b)/i;

/** Whether the editor would lose parts of this HTML, such as a caption. */
export function hasUnsupportedMarkup(html: string): boolean {
  return known.test(html);
}
