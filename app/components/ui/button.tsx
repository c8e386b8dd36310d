import { clsx } from 'clsx';
import { Link, type LinkProps } from '#app/components/ui/link.tsx';

type Variant = 'primary' | 'secondary' | 'quiet' | 'onDark';
type Size = 'md' | 'lg';

const base =
  'inline-flex items-center justify-center gap-2.5 rounded-sm text-center font-semibold leading-tight transition-colors duration-200 disabled:opacity-55 aria-disabled:opacity-55';

const variants: Record<Variant, string> = {
  primary: 'bg-ink text-paper hover:bg-resin active:bg-resin disabled:hover:bg-ink',
  secondary:
    'border border-ink bg-transparent text-ink hover:bg-ink hover:text-paper disabled:hover:bg-transparent disabled:hover:text-ink',
  quiet: 'text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink',
  onDark: 'bg-bone text-ink hover:bg-paper',
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
  return clsx(base, variants[variant], sizes[size]);
}

export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...props
}: React.ComponentProps<'button'> & Looks) {
  return (
    <button type={type} className={clsx(buttonClasses({ variant, size }), className)} {...props} />
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
