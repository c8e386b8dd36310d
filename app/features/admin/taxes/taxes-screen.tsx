import { RowScreen } from '../form/row-screen.tsx';
import { backToTaxes, TaxForm } from './tax-form.tsx';
import { TaxList } from './tax-list.tsx';

/** /admin/taxes, /admin/taxes/new, /admin/taxes/<id>. */
export default function TaxesScreen() {
  return (
    <RowScreen
      table="tax_rates"
      noun="tax rate"
      back={backToTaxes}
      form={(row, orphanedDraft) => (
        <TaxForm key={row?.id ?? 'new'} loaded={row} orphanedDraft={orphanedDraft} />
      )}
      list={<TaxList />}
    />
  );
}
