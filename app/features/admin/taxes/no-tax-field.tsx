import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { noTaxKey, useConfirmNoTax } from '../first-day/use-owners-answer.ts';
import { CheckField } from '../form/check-field.tsx';

/** Confirms that no tax rate is missing, so that the first-day checklist stops asking for one. */
export function NoTaxField() {
  const calls = useAdminCalls();
  const answer = useConfirmNoTax();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: noTaxKey,
    queryFn: async () => {
      const rows = await calls.run((tables) =>
        tables.from('site_settings').select('value').eq('key', 'charges_no_tax'),
      );
      return rows[0]?.value === true;
    },
  });
  if (data === undefined) return null;
  return (
    <CheckField
      label="I charge no tax"
      hint="The first-day checklist stops asking for a rate. Nothing else changes."
      checked={data}
      onChange={({ target: { checked } }) => {
        queries.setQueryData(noTaxKey, checked);
        void answer('charges_no_tax', checked, {
          title: checked ? 'Saved: you charge no tax' : 'The checklist asks for a rate again',
        });
      }}
    />
  );
}
