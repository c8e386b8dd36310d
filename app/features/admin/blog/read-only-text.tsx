import { EditorContent, useEditor } from '@tiptap/react';
import { textSchema } from './text-schema.ts';

/** An article's text as parsed by the editor, which drops everything active. */
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
