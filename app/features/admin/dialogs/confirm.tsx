import { AlertDialog } from '@base-ui/react/alert-dialog';
import { createContext, useCallback, useContext, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';

export interface Question {
  /** Names the object: 'Delete "Pure Resin"?' */
  title: string;
  text: string;
  /** The button's label: 'Delete'. */
  confirm: string;
  /** Label of the button that changes nothing; 'Cancel' by default. */
  cancel?: string;
  danger?: boolean;
  /** An extra option in the dialog, which keeps its own state. */
  choice?: React.ReactNode;
  /** A second way to proceed: 'Cancel without refund'. */
  alternative?: string;
}

/** `false` means: change nothing. */
export type Answer = 'confirmed' | 'alternative' | false;

type Ask = (question: Question) => Promise<Answer>;

const Confirm = createContext<Ask>(async () => false);

/** Asks before something that cannot be undone; resolves to the answer. */
export function useConfirm(): Ask {
  return useContext(Confirm);
}

interface Asked {
  question: Question;
  answer: (answer: Answer) => void;
}

export function ConfirmProvider({ children }: { children: React.ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);

  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        setAsked({ question, answer: resolve });
        setOpen(true);
      }),
    [],
  );
  const answer = (chosen: Answer) => {
    setOpen(false);
    asked?.answer(chosen);
  };

  return (
    <Confirm value={ask}>
      {children}
      <AlertDialog.Root open={open} onOpenChange={(next) => next || answer(false)}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className="overlay-backdrop fixed inset-0 z-50" />
          <AlertDialog.Viewport className="fixed inset-0 z-50 flex items-center justify-center overflow-y-auto p-4">
            <AlertDialog.Popup className="modal-dialog w-full max-w-md rounded-md bg-paper p-6 text-ink shadow-lift outline-none">
              <AlertDialog.Title className="text-display-sm break-words">
                {asked?.question.title}
              </AlertDialog.Title>
              <AlertDialog.Description className="mt-2 text-sm text-ink-soft">
                {asked?.question.text}
              </AlertDialog.Description>
              {asked?.question.choice ? <div className="mt-2">{asked.question.choice}</div> : null}
              <div className="mt-6 flex flex-wrap justify-end gap-3">
                <Button variant="secondary" onClick={() => answer(false)}>
                  {asked?.question.cancel ?? 'Cancel'}
                </Button>
                {asked?.question.alternative ? (
                  <Button variant="secondary" onClick={() => answer('alternative')}>
                    {asked.question.alternative}
                  </Button>
                ) : null}
                <Button
                  className={asked?.question.danger ? 'bg-danger! hover:bg-ink!' : undefined}
                  onClick={() => answer('confirmed')}
                >
                  {asked?.question.confirm}
                </Button>
              </div>
            </AlertDialog.Popup>
          </AlertDialog.Viewport>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </Confirm>
  );
}
