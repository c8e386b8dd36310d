import type { SupplementFacts } from '#domain/supplement-facts.ts';

/** The panel of the label as a real table. */
export function SupplementFactsTable({ facts }: { facts: SupplementFacts }) {
  return (
    <div className="h-fit rounded-md border-2 border-ink bg-paper p-5">
      <h2 id="facts-title" className="border-b border-ink pb-2 text-display">
        Supplement Facts
      </h2>
      <p className="border-b-4 border-ink py-2 text-sm">
        Serving size: {facts.serving_size}
        <br />
        Servings per container: {facts.servings}
      </p>
      <table aria-labelledby="facts-title" className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-b border-ink text-left text-xs">
            <th scope="col" className="py-2 font-normal">
              <span className="sr-only">Ingredient</span>
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-semibold">
              Amount per serving
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-semibold">
              % Daily Value
            </th>
          </tr>
        </thead>
        <tbody>
          {facts.rows.map(({ name, amount, daily_value }) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="py-2 text-left font-medium">
                {name}
              </th>
              <td className="py-2 pl-3 text-right whitespace-nowrap">{amount}</td>
              <td className="py-2 pl-3 text-right">
                {daily_value ?? (
                  <>
                    <span aria-hidden="true">†</span>
                    <span className="sr-only">not established</span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-xs text-ink-soft">
        {facts.rows.some(({ daily_value }) => daily_value === undefined || daily_value === null)
          ? '† Daily Value not established. '
          : null}
        {facts.notes}
      </p>
    </div>
  );
}
