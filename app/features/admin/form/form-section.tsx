import { slugify } from '#domain/slug.ts';

/** A group of fields in its own panel, linkable by URL fragment. */
export function FormSection({
  title,
  description,
  children,
}: {
  title: string;
  description?: string;
  children: React.ReactNode;
}) {
  return (
    <section
      id={slugify(title)}
      className="scroll-mt-36 lg:scroll-mt-24 rounded-md border border-line bg-paper p-4 sm:p-6"
    >
      <h2 className="font-sans text-base font-semibold">{title}</h2>
      {description ? <p className="mt-0.5 text-sm text-ink-soft">{description}</p> : null}
      <div className="mt-4 space-y-5">{children}</div>
    </section>
  );
}
