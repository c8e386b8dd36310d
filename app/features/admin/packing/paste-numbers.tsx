import { useState } from 'react';
import { TextAreaField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';
import type { Pasting } from './use-pasting.ts';

/** Pastes many tracking numbers at once, and shows the result of the last paste. */
export function PasteNumbers({ pasting }: { pasting: Pasting }) {
  const [typed, setTyped] = useStoredState<string>('pasted-numbers', alwaysRestore);
  const text = typed ?? '';
  const [opened, setOpened] = useState(false);
  const { outcome, paste, undo } = pasting;
  return (
    <div className="space-y-3">
      <details
        open={opened || text !== ''}
        onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
      >
        <summary className="min-h-11 cursor-pointer content-center text-sm font-semibold">
          Paste from a spreadsheet
        </summary>
        <form
          className="mt-2 space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim())
              void paste(text).then(() => setTyped((now) => (now === text ? null : now)));
          }}
        >
          <TextAreaField
            compact
            label="Tracking numbers"
            name="pasted"
            rows={6}
            value={text}
            hint="One column fills the chosen orders from the top. With order numbers in another column, each goes to its order; a column with the carrier is understood too."
            onChange={({ target }) => setTyped(target.value || null)}
          />
          <Button type="submit" variant="secondary" disabled={!text.trim()}>
            Fill in
          </Button>
        </form>
      </details>
      <div role="status" className="flex flex-wrap items-center gap-x-4 text-sm">
        {outcome ? (
          <>
            <p className="min-w-0 wrap-anywhere">{outcome}</p>
            {undo ? (
              <button
                type="button"
                onClick={undo}
                className="min-h-11 min-w-11 font-semibold text-link underline underline-offset-4"
              >
                Undo
              </button>
            ) : null}
          </>
        ) : null}
      </div>
    </div>
  );
}
