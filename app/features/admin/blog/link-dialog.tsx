import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { EnterField } from '../form/enter-field.tsx';
import { type EditorDialogProps, type EditorQuestion, focusEditor } from './editor-question.ts';
import { normalizeLink } from './normalize-link.ts';

/** Asks for the target of a link on the selected text. */
export function LinkDialog({
  editor,
  question,
  onType,
  onClose,
}: EditorDialogProps & { editor: Editor }) {
  const [problem, setProblem] = useState<string | undefined>();

  function set(): void {
    const href = normalizeLink(question.text);
    if (!href) {
      setProblem('Enter an address such as /validity or https://a.example.');
      return;
    }
    selectAgain(editor, question);
    const words = editor.chain().extendMarkRange('link');
    if (editor.state.selection.empty && !editor.isActive('link')) {
      words.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] });
    } else {
      words.setLink({ href });
    }
    words.run();
    onClose();
  }

  return (
    <ModalDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Link"
      finalFocus={() => focusEditor(editor)}
    >
      <EnterField
        label="Address"
        name="address"
        value={question.text}
        error={problem}
        onChange={onType}
        onEnter={set}
      />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        {editor.isActive('link') ? (
          <Button
            variant="secondary"
            onClick={() => {
              editor.chain().extendMarkRange('link').unsetLink().run();
              onClose();
            }}
          >
            Remove the link
          </Button>
        ) : null}
        <Button onClick={set}>Set the link</Button>
      </div>
    </ModalDialog>
  );
}

/** Restores the selection the dialog was opened for. */
function selectAgain(editor: Editor, { from, to }: EditorQuestion): void {
  const { selection, doc } = editor.state;
  if (selection.from === from && selection.to === to) return;
  const end = doc.content.size;
  editor.commands.setTextSelection({ from: Math.min(from, end), to: Math.min(to, end) });
}
