import { EditorContent, useEditor } from '@tiptap/react';
import { clsx } from 'clsx';
import { useEffect, useId, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { PastedPictures } from './pasted-pictures.tsx';
import { RichTextToolbar } from './rich-text-toolbar.tsx';
import { hasUnsupportedMarkup, textSchema } from './text-schema.ts';

interface RichTextFieldProps {
  label: string;
  value: string;
  /** The form's current value: while somebody types, `value` may lag a keystroke behind. */
  readLatest: () => string;
  onChange: (html: string) => void;
  error?: string | undefined;
}

/** An article's text: edited as it will look, or as HTML if it contains more than the editor supports. */
export default function RichTextField({
  label,
  value,
  readLatest,
  onChange,
  error,
}: RichTextFieldProps) {
  const id = useId();
  const [asHtml, setAsHtml] = useState(() => hasUnsupportedMarkup(value));
  return (
    <div className="space-y-1.5">
      <div className="flex items-end justify-between gap-3">
        <label id={`${id}-label`} htmlFor={id} className="text-sm font-semibold">
          {label}
          <span aria-hidden="true"> *</span>
        </label>
        <Button
          variant="quiet"
          aria-pressed={asHtml}
          disabled={asHtml && hasUnsupportedMarkup(value)}
          onClick={() => setAsHtml(!asHtml)}
        >
          Edit as HTML
        </Button>
      </div>
      {asHtml ? (
        <textarea
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          rows={18}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="block w-full rounded-sm border border-line-strong bg-paper px-3 py-2 font-mono text-sm"
        />
      ) : (
        <Editor {...{ id, value, readLatest, onChange, error }} />
      )}
      {error ? (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function Editor({
  id,
  value,
  readLatest,
  onChange,
  error,
}: Omit<RichTextFieldProps, 'label'> & { id: string }) {
  const editor = useEditor({
    extensions: textSchema,
    content: value,
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        class: 'article-body rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
      },
    },
    onUpdate: ({ editor: current }) => onChange(current.isEmpty ? '' : current.getHTML()),
  });

  // The value may change from outside: by a restored draft or someone else's version.
  useEffect(() => {
    // If it is mounted after the first render, the first editor is replaced by another, which has
    // the value.
    if (editor.isDestroyed) return;
    const latest = readLatest();
    const own = editor.isEmpty ? '' : editor.getHTML();
    if (value === latest && value !== own) {
      editor.commands.setContent(value, { emitUpdate: false });
    }
  }, [editor, value, readLatest]);

  return (
    <div
      className={clsx(
        'rounded-sm border bg-paper wrap-anywhere focus-within:outline-2 focus-within:outline-offset-2',
        error ? 'border-danger' : 'border-line-strong',
      )}
    >
      <RichTextToolbar editor={editor} />
      <PastedPictures editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}
