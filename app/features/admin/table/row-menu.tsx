import { Menu } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import { Link } from '#app/components/ui/link.tsx';

interface Action {
  label: string;
  danger?: boolean;
}

/** A link or an action. */
export type MenuAction = Action & ({ to: string } | { onSelect: () => void; disabled?: boolean });

/** Further actions for a row, in a menu. */
export function RowMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={label}
        className="inline-flex size-11 items-center justify-center rounded-sm hover:bg-bone-deep data-popup-open:bg-bone-deep"
      >
        <Ellipsis aria-hidden="true" className="size-4.5" />
      </Menu.Trigger>
      <ActionList actions={actions} />
    </Menu.Root>
  );
}

/** The contents of such a menu. */
export function ActionList({ actions }: { actions: readonly MenuAction[] }) {
  return (
    <Menu.Portal>
      <Menu.Positioner sideOffset={4} align="end" className="z-40 outline-none">
        <Menu.Popup className="min-w-44 rounded-md border border-line bg-paper py-1.5 shadow-lift outline-none">
          {actions.map((action) =>
            'to' in action ? (
              <Menu.LinkItem
                key={action.label}
                closeOnClick
                render={<Link to={action.to} />}
                className={itemClasses(action)}
              >
                {action.label}
              </Menu.LinkItem>
            ) : (
              <Menu.Item
                key={action.label}
                disabled={action.disabled}
                onClick={action.onSelect}
                className={itemClasses(action)}
              >
                {action.label}
              </Menu.Item>
            ),
          )}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

const itemClasses = ({ danger }: Action) =>
  clsx(
    'flex min-h-11 items-center px-4 text-sm outline-none data-disabled:text-ink-soft data-highlighted:bg-bone-deep',
    danger && 'text-danger',
  );
