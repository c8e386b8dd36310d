import { useId } from 'react';

interface AccountSectionProps {
  title: string;
  lead?: React.ReactNode;
  children: React.ReactNode;
}

/** One section of the account page: its title on the left, its controls on the right. */
export function AccountSection({ title, lead, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-x-12 gap-y-5 py-8 md:grid-cols-[16rem_1fr]">
      <div>
        <h2 id={id} className="text-display-sm">
          {title}
        </h2>
        {lead ? <p className="mt-2 text-sm text-ink-soft">{lead}</p> : null}
      </div>
      <div className="min-w-0 max-w-md">{children}</div>
    </section>
  );
}
