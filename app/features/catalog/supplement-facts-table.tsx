import type { SupplementFacts } from '#domain/supplement-facts.ts';

/** The label's Supplement Facts panel as a table, styled in catalog.css. */
export function SupplementFactsTable({ facts }: { facts: SupplementFacts }) {
  return (
    <div className="facts-panel">
      <h2 id="facts">Supplement Facts</h2>
      <p>
        Serving size: {facts.serving_size}
        <br />
        Servings per container: {facts.servings}
      </p>
      <table aria-labelledby="facts">
        <thead>
          <tr>
            <th>
              <span className="sr-only">Ingredient</span>
            </th>
            <th>Amount per serving</th>
            <th>% Daily Value</th>
          </tr>
        </thead>
        <tbody>
          {facts.rows.map(({ name, amount, daily_value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{amount}</td>
              <td>{daily_value ?? '**'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>** Daily Value not established. {facts.notes}</p>
    </div>
  );
}
