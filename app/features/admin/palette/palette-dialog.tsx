import { Autocomplete } from '@base-ui/react/autocomplete';
import {
  Boxes,
  FileText,
  type LucideIcon,
  ShoppingBag,
  Truck,
  Undo2,
  UserRound,
} from 'lucide-react';
import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { adminScreenAt } from '../admin-screens.ts';
import { type PaletteEntry, type PaletteGroup, readVerb, type Verb } from './palette-entry.ts';
import { addRecent } from './recent-entries.ts';
import { shortest, usePaletteGroups } from './use-palette-groups.ts';

const icons: Record<string, LucideIcon> = {
  order: ShoppingBag,
  customer: UserRound,
  product: Boxes,
  ship: Truck,
  refund: Undo2,
};

/** A page gets the icon of its screen. */
function iconOf({ id, to }: PaletteEntry): LucideIcon {
  const [kind = '', name = ''] = id.split(':');
  return icons[kind === 'action' ? name : kind] ?? adminScreenAt(to)?.icon ?? FileText;
}

type InputProps = Autocomplete.Input.Props;

interface PaletteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Opens any page, order, customer or product: type, arrow keys, Enter. */
export default function PaletteDialog({ open, onOpenChange }: PaletteDialogProps) {
  return (
    <ModalDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Go to"
      titleHidden
      className="w-full max-w-2xl self-start p-3! sm:mt-[8vh]"
    >
      <Palette onOpenChange={onOpenChange} />
    </ModalDialog>
  );
}

const noGroups: PaletteGroup[] = [];

/** Mounted only while the dialog is open, so that it starts empty each time. */
function Palette({ onOpenChange }: Pick<PaletteDialogProps, 'onOpenChange'>) {
  const [typed, setTyped] = useState('');
  const { groups, searching, failed, retry } = usePaletteGroups(typed);
  // Lets the field and each keystroke appear a frame before the rows, which take longer to render.
  const shown = useDeferredValue(groups, noGroups);
  const navigate = useNavigate();
  const { verb, words } = readVerb(typed);

  const go = useCallback(
    (entry: PaletteEntry): void => {
      if (entry.verb) {
        setTyped(`${entry.verb} `);
        return;
      }
      onOpenChange(false);
      addRecent(entry);
      void navigate(entry.to);
    },
    [navigate, onOpenChange],
  );

  /** Ignores Enter while the rows still belong to an earlier input. */
  function chooseFresh(event: Parameters<NonNullable<InputProps['onKeyDown']>>[0]): void {
    if (event.key !== 'Enter' || shown === groups) return;
    event.preventBaseUIHandler();
    event.preventDefault();
    const first = groups[0]?.items[0];
    if (first) go(first);
  }

  const list = useMemo(() => <List onChoose={go} />, [go]);

  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={shown}
      filter={null}
      value={typed}
      onValueChange={(value, { reason }) => {
        if (reason !== 'item-press') setTyped(value);
      }}
      itemToStringValue={(entry: PaletteEntry) => entry.title}
    >
      <Autocomplete.Input
        aria-label="Search products, orders, customers and pages"
        placeholder="Products, orders, customers, pages…"
        maxLength={100}
        onKeyDown={chooseFresh}
        className="block min-h-11 w-full rounded-sm bg-paper pr-14 pl-3 text-base placeholder:text-ink-soft"
      />
      <div className="mt-3 flex min-h-11 items-center justify-between gap-4 border-t border-line px-3 text-sm text-ink-soft">
        <Autocomplete.Status>
          {describe(words, verb, groups, { searching, failed })}
        </Autocomplete.Status>
        {failed ? (
          <button type="button" onClick={retry} className="min-h-11 font-semibold text-ink">
            Try again
          </button>
        ) : null}
      </div>
      {list}
    </Autocomplete.Root>
  );
}

interface Choosing {
  onChoose: (entry: PaletteEntry) => void;
}

function List({ onChoose }: Choosing) {
  return (
    <Autocomplete.List className="max-h-[min(60vh,32rem)] overflow-y-auto overscroll-contain">
      {(group: PaletteGroup) => (
        <Autocomplete.Group key={group.label} items={group.items} className="pb-2">
          <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-soft">
            {group.label}
          </Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(entry: PaletteEntry) => <Row key={entry.id} entry={entry} onChoose={onChoose} />}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  );
}

const Row = memo(({ entry, onChoose }: Choosing & { entry: PaletteEntry }) => {
  const Icon = iconOf(entry);
  return (
    <Autocomplete.Item
      value={entry}
      onClick={() => onChoose(entry)}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 text-sm data-highlighted:bg-bone-deep"
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0 text-ink-soft" />
      <span className="min-w-0 sm:flex sm:flex-1 sm:items-baseline sm:justify-between sm:gap-4">
        <span className="block truncate font-semibold sm:shrink-0 sm:max-w-[60%]">
          {entry.title}
        </span>
        {entry.line ? (
          <span className="block truncate text-xs text-ink-soft">{entry.line}</span>
        ) : null}
      </span>
    </Autocomplete.Item>
  );
});

function describe(
  words: string,
  verb: Verb | null,
  groups: readonly PaletteGroup[],
  { searching, failed }: Record<'searching' | 'failed', boolean>,
): string {
  if (verb && words.length < shortest) return 'Which order? Type a name, email or number.';
  if (words === '') return 'Search by name, email, order number or page.';
  if (failed) return 'Search isn’t responding right now.';
  if (searching) return 'Searching…';
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  if (count === 0) {
    return verb ? `No order to ${verb} for “${words}”.` : `No results for “${words}”.`;
  }
  return count === 1 ? '1 result' : `${count} results`;
}
