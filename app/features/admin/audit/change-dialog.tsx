import { buttonClasses } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { Moment } from '../table/moment.tsx';
import {
  actionLabel,
  actorLabel,
  type Change,
  isByShop,
  loggedTables,
  pathOfChange,
} from './change-text.ts';
import { DifferenceList } from './difference-list.tsx';
import { differencesOf } from './differences.ts';

interface ChangeDialogProps {
  change: Change;
  name: string | null;
  onClose: () => void;
}

/** Long enough to understand a change to an article, short enough to read. */
const maxCharacters = 700;

/** One entry of the log in full. */
export default function ChangeDialog({ change, name, onClose }: ChangeDialogProps) {
  const { site } = useShop();
  const differences = differencesOf(change, maxCharacters, site.timeZone);
  const address = pathOfChange(change);
  return (
    <ModalDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={[actionLabel(change), name].filter(Boolean).join(' ')}
    >
      <p className="text-sm break-words text-ink-soft">
        {actorLabel(change)} · <Moment at={change.created_at} />
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the arrow keys scroll it
        tabIndex={0}
        aria-label="Changes"
        className="mt-4 max-h-[50vh] overflow-y-auto text-sm"
      >
        {differences.length > 0 ? (
          <DifferenceList differences={differences} byShop={isByShop(change)} />
        ) : (
          <p className="text-ink-soft">The log has no further details.</p>
        )}
      </section>
      {address ? (
        <div className="mt-6 flex justify-end">
          <Link to={address} className={buttonClasses({ variant: 'secondary' })}>
            Open the {loggedTables[change.table_name]?.noun}
          </Link>
        </div>
      ) : null}
    </ModalDialog>
  );
}
