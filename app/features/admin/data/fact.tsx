import { clsx } from 'clsx';

interface FactProps {
  term: string;
  /** A number among others, larger than words. */
  figure?: boolean;
  children: React.ReactNode;
}

/** One entry of a list of terms: what it is called, and below it what it is. */
export function Fact({ term, figure = false, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft">{term}</dt>
      <dd className={clsx('font-semibold wrap-anywhere', figure && 'text-lg tabular-nums')}>
        {typeof children === 'number' ? children.toLocaleString('en-US') : children}
      </dd>
    </div>
  );
}
