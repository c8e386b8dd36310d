import type { ShownProduct } from '#domain/product.ts';
import { labelColumns, labelTexts } from '#domain/product-label.ts';
import type { SupplementFacts } from '#domain/supplement-facts.ts';
import { Disclosure } from './disclosure.tsx';
import { SupplementFactsTable } from './supplement-facts-table.tsx';

interface LabelSectionProps {
  product: ShownProduct;
  facts: SupplementFacts | null;
  fdaDisclaimer: string;
}

/** The label's texts besides name and weight, followed by the disclaimer that every claim requires. */
export function LabelSection({ product, facts, fdaDisclaimer }: LabelSectionProps) {
  // Null if the owner has provided nothing.
  const parts = labelColumns.flatMap((column) => {
    const text = product[column];
    return text ? [{ column, title: labelTexts[column].label, text }] : [];
  });
  const californiaWarning = product.proposition_65_warning;
  return (
    <section aria-label="On the label" className="mt-10 md:mt-16">
      {facts || parts.length > 0 || californiaWarning ? (
        <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[1fr_1.4fr]">
          {facts ? <SupplementFactsTable facts={facts} /> : null}
          <div className="h-fit lg:col-start-2">
            {parts.length > 0 ? (
              <div className="border-t border-line">
                {parts.map(({ column, title, text }) => (
                  // Nobody should have to look for a warning.
                  <Disclosure key={title} title={title} open={column === 'warnings'}>
                    <p>{text}</p>
                  </Disclosure>
                ))}
              </div>
            ) : null}
            {californiaWarning ? (
              <p className="mt-6 rounded-md border border-ink p-4 text-sm">
                <span className="block font-semibold">⚠ Warning</span>
                <span className="mt-1 block max-w-prose">{californiaWarning}</span>
              </p>
            ) : null}
          </div>
        </div>
      ) : null}
      <p className="mt-8 max-w-3xl border-t border-line pt-5 text-xs text-ink-soft">
        {fdaDisclaimer}
      </p>
    </section>
  );
}
