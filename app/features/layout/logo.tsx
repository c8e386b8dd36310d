import { Link } from 'react-router';

/** The wordmark under a ridge line; leads home. */
export function Logo() {
  return (
    <Link
      to="/"
      prefetch="intent"
      aria-label="Liv Fit, home"
      className="inline-flex min-h-11 items-center gap-2.5"
    >
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
        <circle cx="16" cy="16" r="15" className="fill-resin" />
        <path
          d="M4.5 21.5 12 11l4.2 5.6L19.8 12l7.7 9.5"
          className="fill-none stroke-bone"
          strokeWidth="1.8"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <circle cx="16" cy="23.6" r="1.9" className="fill-saffron" />
      </svg>
      <span className="font-display text-[1.625rem] leading-none font-[520] tracking-[-0.03em]">
        Liv Fit
      </span>
    </Link>
  );
}
