import { Selection, type Transaction } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { Button } from '#app/components/ui/button.tsx';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { EnterField } from '../form/enter-field.tsx';
import { type EditorDialogProps, type EditorQuestion, focusEditor } from './editor-question.ts';

/** Moves the cursor behind the picture: the next keystroke would replace a selected one. */
export function moveCursorAfter({ tr }: { tr: Transaction }): true {
  const behind = Selection.findFrom(tr.doc.resolve(tr.selection.to), 1, true);
  if (behind) tr.setSelection(behind);
  return true;
}

/** Asks for the alternative text of the picture at the cursor. */
export function PictureDialog({
  editor,
  question,
  onType,
  onClose,
}: EditorDialogProps & { editor: Editor }) {
  const { text: alt, src } = question;

  function set(): void {
    if (selectPicture(editor, question)) {
      editor.chain().updateAttributes('image', { alt: alt.trim() }).command(moveCursorAfter).run();
    }
    onClose();
  }

  return (
    <ModalDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Image"
      finalFocus={() => focusEditor(editor)}
    >
      <img src={src} alt="" className="mb-4 max-h-48 rounded-sm" />
      <EnterField
        label="Alternative text"
        hint="Read aloud to people who can’t see the image. Leave empty if it is purely decorative."
        name="alt"
        value={alt}
        onChange={onType}
        onEnter={set}
      />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button
          variant="secondary"
          onClick={() => {
            if (selectPicture(editor, question)) editor.commands.deleteSelection();
            onClose();
          }}
        >
          Remove the image
        </Button>
        <Button onClick={set}>Set the text</Button>
      </div>
    </ModalDialog>
  );
}

/**
 * Selects the picture that the question was about; false if it is gone. In a restored article it
 * may have moved, because trailing spaces are lost.
 */
function selectPicture(editor: Editor, { from, src }: EditorQuestion): boolean {
  const places: number[] = [];
  editor.state.doc.descendants(({ type, attrs }, at) => {
    if (type.name === 'image' && attrs.src === src) places.push(at);
  });
  const [nearest] = places.sort((one, other) => Math.abs(one - from) - Math.abs(other - from));
  return nearest !== undefined && editor.commands.setNodeSelection(nearest);
}
