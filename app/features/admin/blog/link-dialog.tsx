import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { EnterField } from '../form/enter-field.tsx';
import { linkAddress } from './link-address.ts';

/** Asks where the selected words lead. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState<string>(editor.getAttributes('link').href ?? '');
  const [problem, setProblem] = useState<string | undefined>();

  function set(): void {
    const href = linkAddress(address);
    if (!href) {
      setProblem('Enter an address such as /validity or https://a.example.');
      return;
    }
    const words = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !editor.isActive('link')) {
      words.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] });
    } else {
      words.setLink({ href });
    }
    words.run();
    onClose();
  }

  return (
    <ModalDialog open onOpenChange={(open) => open || onClose()} title="Link">
      <EnterField
        label="Address"
        name="address"
        value={address}
        error={problem}
        onChange={setAddress}
        onEnter={set}
      />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        {editor.isActive('link') ? (
          <Button
            variant="secondary"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
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
