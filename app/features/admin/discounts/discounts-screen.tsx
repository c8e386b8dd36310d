import { Route, Routes } from 'react-router';
import { OrphanedDrafts } from '../form/orphaned-drafts.tsx';
import { RowEditor } from '../form/row-editor.tsx';
import { backToDiscounts, DiscountForm } from './discount-form.tsx';
import { DiscountList } from './discount-list.tsx';

/** /admin/discounts, /admin/discounts/new, /admin/discounts/<id>. */
export default function DiscountsScreen() {
  const editor = (
    <RowEditor
      table="discounts"
      noun="discount"
      back={backToDiscounts}
      form={(row, orphanedDraft) => (
        <DiscountForm key={row?.id ?? 'new'} loaded={row} orphanedDraft={orphanedDraft} />
      )}
    />
  );
  return (
    <Routes>
      <Route
        index
        element={
          <>
            <OrphanedDrafts table="discounts" noun="discount" to="/admin/discounts" />
            <DiscountList />
          </>
        }
      />
      <Route path="new" element={editor} />
      <Route path=":id" element={editor} />
    </Routes>
  );
}
