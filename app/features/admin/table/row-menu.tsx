import { Menu } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';

export interface RowAction {
  label: string;
  onSelect: () => void;
  danger?: boolean;
}

/** Further things to do with a row, behind one button. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={label}
        className="inline-flex size-11 items-center justify-center rounded-sm hover:bg-bone-deep data-popup-open:bg-bone-deep"
      >
        <Ellipsis aria-hidden="true" className="size-4.5" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-40 outline-none">
          <Menu.Popup className="min-w-44 rounded-md border border-line bg-paper py-1.5 shadow-lift outline-none">
            {actions.map(({ label: text, onSelect, danger }) => (
              <Menu.Item
                key={text}
                onClick={onSelect}
                className={clsx(
                  'flex min-h-11 items-center px-4 text-sm outline-none data-highlighted:bg-bone-deep',
                  danger && 'text-danger',
                )}
              >
                {text}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
