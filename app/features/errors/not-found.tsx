import { ButtonLink } from '#app/components/ui/button.tsx';

interface NotFoundProps {
  title: string;
  text: string;
  /** The way on. */
  to: string;
  action: string;
}

/** A page that says what is missing, with a link onward. */
export function NotFound({ title, text, to, action }: NotFoundProps) {
  return (
    <div className="page-width flex min-h-[60vh] flex-col items-start justify-center py-20">
      <p className="eyebrow text-saffron-ink">Not found</p>
      <h1 className="mt-4 text-display">{title}</h1>
      <p className="mt-6 max-w-prose text-lg text-ink-soft">{text}</p>
      <p className="mt-10 flex flex-wrap gap-3">
        <ButtonLink to={to} size="lg">
          {action}
        </ButtonLink>
      </p>
    </div>
  );
}
