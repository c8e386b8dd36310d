import { Route, Routes } from 'react-router';
import { OrphanedDrafts } from '../form/orphaned-drafts.tsx';
import { RowEditor } from '../form/row-editor.tsx';
import { backToTaxes, TaxForm } from './tax-form.tsx';
import { TaxList } from './tax-list.tsx';

/** /admin/taxes, /admin/taxes/new, /admin/taxes/<id>. */
export default function TaxesScreen() {
  const editor = (
    <RowEditor
      table="tax_rates"
      noun="tax rate"
      back={backToTaxes}
      form={(row, orphanedDraft) => (
        <TaxForm key={row?.id ?? 'new'} loaded={row} orphanedDraft={orphanedDraft} />
      )}
    />
  );
  return (
    <Routes>
      <Route
        index
        element={
          <>
            <OrphanedDrafts table="tax_rates" noun="tax rate" to="/admin/taxes" />
            <TaxList />
          </>
        }
      />
      <Route path="new" element={editor} />
      <Route path=":id" element={editor} />
    </Routes>
  );
}
