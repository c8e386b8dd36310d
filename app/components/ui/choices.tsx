import { clsx } from 'clsx';
import { Link } from './link.tsx';

/** Views of a list, as links. On phones they are a single row that scrolls sideways. */
export function Choices({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <nav aria-label={label} className="flex items-start gap-x-2">
      <span aria-hidden="true" className="flex min-h-11 w-14 shrink-0 items-center text-ink-soft">
        {label}
      </span>
      <ul className="flex min-w-0 gap-x-1 max-sm:overflow-x-auto sm:flex-wrap">{children}</ul>
    </nav>
  );
}

export function Choice({ to, current, label }: { to: string; current: boolean; label: string }) {
  return (
    <li className="shrink-0">
      <Link
        to={to}
        prefetch="intent"
        preventScrollReset
        aria-current={current ? 'true' : undefined}
        className={clsx(
          'flex min-h-11 items-center rounded-sm px-3 whitespace-nowrap',
          current ? 'font-semibold underline underline-offset-4' : 'hover:bg-bone-deep',
        )}
      >
        {label}
      </Link>
    </li>
  );
}
