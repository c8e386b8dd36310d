import { clsx } from 'clsx';
import { Link, type LinkProps } from '#app/components/ui/link.tsx';
import { SpinningMark } from './spinner.tsx';

/** Styled in `styles/button.css`, like `large`. */
type Variant = 'primary' | 'secondary' | 'quiet' | 'light' | 'light-outline';
type Size = 'md' | 'lg';

interface Looks {
  variant?: Variant;
  size?: Size;
}

export function buttonClasses({ variant = 'primary', size = 'md' }: Looks = {}): string {
  return clsx('button', variant, size === 'lg' && 'large');
}

interface ButtonProps extends React.ComponentProps<'button'>, Looks {
  /** The action is in progress. The button stays focusable, so that focus is not lost. */
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
      {/* A translated page has other nodes in place of texts: nothing may be inserted before one. */}
      <span className="contents">{children}</span>
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
