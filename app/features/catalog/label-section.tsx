import type { ShownProduct } from '#domain/product.ts';
import { labelColumns, labelTexts } from '#domain/product-label.ts';
import type { SupplementFacts } from '#domain/supplement-facts.ts';
import { SupplementFactsTable } from './supplement-facts-table.tsx';

interface LabelSectionProps {
  product: ShownProduct;
  facts: SupplementFacts | null;
  fdaDisclaimer: string;
}

/** The label's texts besides name and weight, followed by the disclaimer that every claim needs. */
export function LabelSection({ product, facts, fdaDisclaimer }: LabelSectionProps) {
  // Null where the owner gave nothing.
  const parts = labelColumns.flatMap((column) => {
    const text = product[column];
    return text ? [[labelTexts[column].label, text]] : [];
  });
  const californiaWarning = product.proposition_65_warning;
  return (
    <section aria-label="On the label" className="mt-16 border-t border-line pt-12">
      {facts || parts.length > 0 || californiaWarning ? (
        <div className="grid gap-x-20 gap-y-10 lg:grid-cols-[1fr_1.4fr]">
          {facts ? <SupplementFactsTable facts={facts} /> : null}
          <dl className="space-y-7 lg:col-start-2">
            {parts.map(([title, text]) => (
              <div key={title} className="grid gap-x-8 gap-y-1.5 sm:grid-cols-[9rem_1fr]">
                <dt className="font-semibold wrap-anywhere">{title}</dt>
                <dd className="max-w-prose whitespace-pre-line text-ink-soft">{text}</dd>
              </div>
            ))}
            {californiaWarning ? (
              <div className="rounded-md border border-ink p-4 text-sm">
                <dt className="font-semibold">⚠ Warning</dt>
                <dd className="mt-1 max-w-prose">{californiaWarning}</dd>
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
