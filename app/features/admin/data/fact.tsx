import { clsx } from 'clsx';

interface FactProps {
  term: string;
  /** A key figure, larger than text. */
  figure?: boolean;
  children: React.ReactNode;
}

/** One entry of a description list: the term, with its value below. */
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
