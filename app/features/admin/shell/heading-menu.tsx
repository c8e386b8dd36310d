import { Menu } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import { ChevronDown, Ellipsis } from 'lucide-react';
import { buttonClasses } from '#app/components/ui/button.tsx';
import { ActionList, type MenuAction } from '../table/row-menu.tsx';

interface HeadingMenuProps {
  /** The full name for screen readers: 'More for orders'. */
  label: string;
  /** The progress of a running action in the menu. */
  progress?: string | null;
  actions: readonly MenuAction[];
}

/** Rarely used actions of a screen, in a menu beside its heading. */
export function HeadingMenu({ label, progress = null, actions }: HeadingMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={progress === null ? label : `${label}, ${progress}`}
        className={clsx(
          buttonClasses({ variant: 'secondary' }),
          progress === null && 'max-sm:w-11 max-sm:px-0',
        )}
      >
        <Ellipsis
          aria-hidden="true"
          className={clsx('size-4.5', progress === null ? 'sm:hidden' : 'hidden')}
        />
        <span className={clsx('tabular-nums', progress === null && 'max-sm:hidden')}>
          {progress ?? 'More'}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 max-sm:hidden" />
      </Menu.Trigger>
      <ActionList actions={actions} />
    </Menu.Root>
  );
}
