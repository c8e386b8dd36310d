import { RowScreen } from '../form/row-screen.tsx';
import { backToDiscounts, DiscountForm } from './discount-form.tsx';
import { DiscountList } from './discount-list.tsx';

/** /admin/discounts, /admin/discounts/new, /admin/discounts/<id>. */
export default function DiscountsScreen() {
  return (
    <RowScreen
      table="discounts"
      noun="discount"
      back={backToDiscounts}
      form={(row, orphanedDraft) => (
        <DiscountForm key={row?.id ?? 'new'} loaded={row} orphanedDraft={orphanedDraft} />
      )}
      list={<DiscountList />}
    />
  );
}
