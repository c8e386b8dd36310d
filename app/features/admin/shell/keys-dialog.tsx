import ModalDialog from '#app/components/ui/modal-dialog.tsx';

const keys = [
  ['Ctrl K', 'Search everything, or choose an action'],
  ['/', 'Search the list'],
  ['↑ ↓', 'Same button of the row above or below'],
  ['K J', 'Previous or next order, while one is open'],
  ['Ctrl S', 'Save the form'],
  ['Esc', 'Close what is open'],
  ['?', 'This list'],
] as const;

/** Lists every keyboard shortcut of the admin area. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <ModalDialog open onOpenChange={(open) => open || onClose()} title="Keys">
      <dl className="divide-y divide-line text-sm">
        {keys.map(([key, use]) => (
          <div key={key} className="flex min-h-11 items-center gap-4">
            <dt className="w-20 shrink-0 font-semibold">
              <kbd className="font-sans">{key}</kbd>
            </dt>
            <dd>{use}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-ink-soft">On a Mac, ⌘ takes the place of Ctrl.</p>
    </ModalDialog>
  );
}
