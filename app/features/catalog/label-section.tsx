import type { SupplementFacts } from '#domain/supplement-facts.ts';
import { SupplementFactsTable } from './supplement-facts-table.tsx';

/** What the label says besides name and weight; null where the owner entered nothing. */
export interface LabelTexts {
  ingredients: string | null;
  directions: string | null;
  warnings: string | null;
  /** California's warning. */
  proposition65: string | null;
  facts: SupplementFacts | null;
}

interface LabelSectionProps {
  label: LabelTexts;
  fdaDisclaimer: string;
}

/** The label as text, and below it the note that belongs to every claim. */
export function LabelSection({ label, fdaDisclaimer }: LabelSectionProps) {
  const { ingredients, directions, warnings, proposition65, facts } = label;
  const parts = Object.entries({
    Ingredients: ingredients,
    Directions: directions,
    Warnings: warnings,
  }).filter(([, text]) => text);
  return (
    <section aria-label="On the label" className="mt-16 border-t border-line pt-12">
      {facts || parts.length > 0 || proposition65 ? (
        <div className="grid gap-x-20 gap-y-10 lg:grid-cols-[1fr_1.4fr]">
          {facts ? <SupplementFactsTable facts={facts} /> : null}
          <dl className="space-y-7 lg:col-start-2">
            {parts.map(([title, text]) => (
              <div key={title} className="grid gap-x-8 gap-y-1.5 sm:grid-cols-[9rem_1fr]">
                <dt className="font-semibold wrap-anywhere">{title}</dt>
                <dd className="max-w-prose whitespace-pre-line text-ink-soft">{text}</dd>
              </div>
            ))}
            {proposition65 ? (
              <div className="rounded-md border border-ink p-4 text-sm">
                <dt className="font-semibold">⚠ Warning</dt>
                <dd className="mt-1 max-w-prose">{proposition65}</dd>
              </div>
            ) : null}
          </dl>
        </div>
      ) : null}
      <p className="mt-10 max-w-3xl border-t border-line pt-5 text-xs text-ink-soft">
        {fdaDisclaimer}
      </p>
    </section>
  );
}
