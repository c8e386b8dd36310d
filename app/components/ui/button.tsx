import { clsx } from 'clsx';
import { Link, type LinkProps } from '#app/components/ui/link.tsx';
import { SpinningMark } from './spinner.tsx';

type Variant = 'primary' | 'secondary' | 'quiet' | 'onDark' | 'outlineOnDark';
type Size = 'md' | 'lg';

const base =
  'inline-flex items-center justify-center gap-2.5 rounded-sm text-center font-semibold leading-tight transition-colors duration-200';

/** Cannot be pressed: pale, and still readable. At work it keeps its ink. */
const rests =
  'disabled:border-transparent disabled:bg-stone disabled:text-ink-soft not-data-busy:aria-disabled:border-transparent not-data-busy:aria-disabled:bg-stone not-data-busy:aria-disabled:text-ink-soft';

const variants: Record<Variant, string> = {
  primary: 'bg-ink text-paper hover:bg-resin active:bg-resin',
  secondary: 'border border-ink bg-transparent text-ink hover:bg-ink hover:text-paper',
  quiet: 'text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink',
  onDark: 'bg-bone text-ink hover:bg-paper',
  outlineOnDark: 'border border-current text-bone hover:bg-bone hover:text-ink',
};

const sizes: Record<Size, string> = {
  md: 'min-h-11 px-5 py-2.5 text-sm',
  lg: 'min-h-13 px-7 py-3 text-base',
};

interface Looks {
  variant?: Variant;
  size?: Size;
}

export function buttonClasses({ variant = 'primary', size = 'md' }: Looks = {}): string {
  return clsx(base, variants[variant], sizes[size], variant === 'quiet' || rests);
}

interface ButtonProps extends React.ComponentProps<'button'>, Looks {
  /** What was pressed is under way. It stays focusable, so that the focus is not lost. */
  busy?: boolean;
}

export function Button({
  variant,
  size,
  className,
  type = 'button',
  busy = false,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      data-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={clsx(buttonClasses({ variant, size }), className)}
      {...props}
    >
      {busy ? <SpinningMark /> : null}
      {children}
    </button>
  );
}

/** A link that looks like a button; prefetches on intent. */
export function ButtonLink({ variant, size, className, ...props }: LinkProps & Looks) {
  return (
    <Link
      prefetch="intent"
      className={clsx(buttonClasses({ variant, size }), className)}
      {...props}
    />
  );
}
