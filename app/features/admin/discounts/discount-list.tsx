import { useQuery } from '@tanstack/react-query';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { EditAndDelete } from '../table/edit-and-delete.tsx';
import { RowLink } from '../table/row-link.tsx';
import { RuleList, RuleRow, useRules } from '../table/rule-list.tsx';
import { describeDiscount, whyInactive } from './discount-text.ts';

export function DiscountList() {
  const { site } = useShop();
  const calls = useAdminCalls();
  const rules = useRules('discounts', 'code');
  const { remove } = useRowActions('discounts');
  const ids = rules.data?.map(({ id }) => id) ?? [];
  const { data: uses } = useQuery({
    queryKey: ['discount uses', ids],
    queryFn: () => calls.run((tables) => tables.rpc('admin_discount_uses', { discount_ids: ids })),
    enabled: ids.length > 0,
  });

  const removeCode = (row: RowOf<'discounts'>) =>
    remove({
      title: `Delete the code ${row.code}?`,
      text: 'No one can use it anymore. Orders that used it keep their discount.',
      done: 'Discount deleted',
      failed: 'Failed to delete the discount',
      from: 'discounts',
      rows: [row],
    });

  return (
    <>
      <ScreenHeading title="Discounts">
        <ButtonLink to="/admin/discounts/new">Add discount</ButtonLink>
      </ScreenHeading>
      <RuleList
        label="Discounts"
        rules={rules}
        failed="The discounts could not be loaded."
        empty={
          <p>
            No discount codes yet. With a code, customers pay less or get free delivery; one code
            counts for an order.
          </p>
        }
        row={(row) => {
          const used = uses?.find(({ discount_id }) => discount_id === row.id);
          const standing = whyInactive(row, new Date());
          return (
            <RuleRow
              title={<RowLink to={`/admin/discounts/${row.id}`}>{row.code}</RowLink>}
              badge={standing ? <Badge>{standing}</Badge> : null}
              lines={[
                describeDiscount(row, site.timeZone),
                `Used ${used?.used ?? 0} times${used?.waiting ? `, ${used.waiting} more in orders that wait for payment` : ''}`,
              ]}
              actions={
                <EditAndDelete
                  name={row.code}
                  to={`/admin/discounts/${row.id}`}
                  onDelete={() => void removeCode(row)}
                />
              }
            />
          );
        }}
      />
    </>
  );
}
