import { Route, Routes } from 'react-router';
import { GoneDrafts } from '../form/gone-drafts.tsx';
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
      form={(row, goneDraft) => (
        <DiscountForm key={row?.id ?? 'new'} loaded={row} goneDraft={goneDraft} />
      )}
    />
  );
  return (
    <Routes>
      <Route
        index
        element={
          <>
            <GoneDrafts table="discounts" noun="discount" to="/admin/discounts" />
            <DiscountList />
          </>
        }
      />
      <Route path="new" element={editor} />
      <Route path=":id" element={editor} />
    </Routes>
  );
}
