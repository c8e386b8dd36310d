import { ButtonLink } from '#app/components/ui/button.tsx';
import { countryName } from '#domain/countries.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { EditAndDelete } from '../table/edit-and-delete.tsx';
import { RowLink } from '../table/row-link.tsx';
import { RuleList, RuleRow, useRules } from '../table/rule-list.tsx';
import { NoTaxField } from './no-tax-field.tsx';

export function TaxList() {
  const rules = useRules('tax_rates', 'country');
  const { remove } = useRowActions('tax_rates');
  const nameOf = ({ country, region }: RowOf<'tax_rates'>) =>
    [countryName(country), region].filter(Boolean).join(', ');
  const removeRate = (row: RowOf<'tax_rates'>) =>
    remove({
      title: `Delete the tax rate of ${nameOf(row)}?`,
      text: 'New orders are priced without it. Earlier orders keep their tax.',
      done: 'Tax rate deleted',
      failed: 'Failed to delete the tax rate',
      from: 'tax_rates',
      rows: [row],
    });
  return (
    <>
      <ScreenHeading title="Taxes">
        <ButtonLink to="/admin/taxes/new">Add tax rate</ButtonLink>
      </ScreenHeading>
      <RuleList
        label="Tax rates"
        rules={rules}
        failed="The tax rates could not be loaded."
        empty={
          <>
            <p>
              No tax is computed: customers pay the prices as they are. Add a rate for each country
              or region where you owe tax. Whether and how much you owe is a question for your
              accountant.
            </p>
            <div className="mt-3 text-ink">
              <NoTaxField />
            </div>
          </>
        }
        row={(row) => (
          <RuleRow
            title={<RowLink to={`/admin/taxes/${row.id}`}>{nameOf(row)}</RowLink>}
            lines={[
              [
                `${Number(row.percent)}%`,
                row.included ? 'included in prices' : 'added to prices',
                row.class === 'standard' ? '' : `for products of the class ${row.class}`,
                row.on_delivery ? 'also on delivery' : '',
              ]
                .filter(Boolean)
                .join(', '),
            ]}
            actions={
              <EditAndDelete
                name={nameOf(row)}
                to={`/admin/taxes/${row.id}`}
                onDelete={() => void removeRate(row)}
              />
            }
          />
        )}
      />
    </>
  );
}
