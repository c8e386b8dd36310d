import { EditorContent, useEditor } from '@tiptap/react';
import { textSchema } from './text-schema.ts';

/** An article's text as the editor understands it, which leaves nothing active in it. */
export default function ReadOnlyText({ html }: { html: string }) {
  const editor = useEditor({
    extensions: textSchema,
    content: html,
    editable: false,
    injectCSS: false,
    editorProps: { attributes: { class: 'article-body' } },
  });
  return <EditorContent editor={editor} />;
}
