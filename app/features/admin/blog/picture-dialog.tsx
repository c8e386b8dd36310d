import { Selection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { EnterField } from '../form/enter-field.tsx';

/** Asks what the picture at the cursor shows, for whoever cannot see it. */
export function PictureDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { src, alt: written } = editor.getAttributes('image');
  const [alt, setAlt] = useState<string>(written ?? '');

  function set(): void {
    editor
      .chain()
      .focus()
      .updateAttributes('image', { alt: alt.trim() })
      // The next key is for the text: it would take the place of a selected picture.
      .command(({ tr }) => {
        const behind = Selection.findFrom(tr.doc.resolve(tr.selection.to), 1, true);
        if (behind) tr.setSelection(behind);
        return true;
      })
      .run();
    onClose();
  }

  return (
    <ModalDialog open onOpenChange={(open) => open || onClose()} title="Image">
      <img src={src} alt="" className="mb-4 max-h-48 rounded-sm" />
      <EnterField
        label="Alternative text"
        hint="Read aloud to people who can’t see the image. Leave empty if it is purely decorative."
        name="alt"
        value={alt}
        onChange={setAlt}
        onEnter={set}
      />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button
          variant="secondary"
          onClick={() => {
            editor.chain().focus().deleteSelection().run();
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
