import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { CheckField } from '../form/check-field.tsx';
import { FormSection } from '../form/form-section.tsx';
import { RowForm, type RowFormTexts } from '../form/row-form.tsx';
import { SelectField } from '../form/select-field.tsx';
import {
  type DiscountValues,
  discountKinds,
  discountValues,
  emptyDiscount,
  toDiscountRow,
  toDiscountValues,
} from './discount-values.ts';
import { randomDiscountCode } from './random-discount-code.ts';

export const backToDiscounts = { to: '/admin/discounts', label: 'Back to discounts' };

const texts: RowFormTexts = {
  created: 'Discount created',
  updated: 'Discount updated',
  createFailed: 'Failed to save the discount',
  updateFailed: 'Failed to save the discount',
  create: 'Create discount',
};

interface DiscountFormProps {
  loaded: RowOf<'discounts'> | null;
  orphanedDraft?: string | undefined;
}

export function DiscountForm({ loaded, orphanedDraft }: DiscountFormProps) {
  const { site } = useShop();
  return (
    <RowForm
      table="discounts"
      label="Discount"
      heading={loaded ? loaded.code : 'Add discount'}
      back={backToDiscounts}
      schema={discountValues}
      initial={loaded ? toDiscountValues(loaded, site.timeZone) : emptyDiscount}
      loaded={loaded}
      orphanedDraft={orphanedDraft}
      toValues={(row) => toDiscountValues(row, site.timeZone)}
      toRow={(values) => toDiscountRow(values, site.timeZone)}
      texts={texts}
    >
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-5">
          <CodeSection />
          <ProductsSection />
        </div>
        <LimitsSection />
      </div>
    </RowForm>
  );
}

function CodeSection() {
  const { register, setValue, control, formState } = useFormContext<DiscountValues>();
  const { errors } = formState;
  const [kind, code] = useWatch({ control, name: ['kind', 'code'] });
  const { origin } = window.location;
  return (
    <FormSection title="Code">
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          compact
          label="Code"
          required
          autoComplete="off"
          autoCapitalize="characters"
          className="min-w-48 flex-1"
          error={errors.code?.message}
          {...register('code')}
        />
        <Button
          variant="secondary"
          className="sm:mt-7"
          onClick={() =>
            setValue('code', randomDiscountCode(), { shouldDirty: true, shouldValidate: true })
          }
        >
          Generate a code
        </Button>
      </div>
      {code ? (
        <p className="text-sm break-all text-ink-soft">
          Applied by the link {`${origin}/?discount=${code.toUpperCase()}`}
        </p>
      ) : null}
      <SelectField label="Takes off" options={discountKinds} {...register('kind')} />
      {kind === 'free_delivery' ? null : (
        <TextField
          compact
          label={kind === 'percent' ? 'Percent' : 'Amount in dollars'}
          required
          inputMode="decimal"
          autoComplete="off"
          className="max-w-48"
          error={errors.value?.message}
          {...register('value')}
        />
      )}
    </FormSection>
  );
}

function ProductsSection() {
  const { control } = useFormContext<DiscountValues>();
  const calls = useAdminCalls();
  const { data } = useQuery({
    queryKey: ['discount products'],
    queryFn: () =>
      calls.run((tables) => tables.from('products').select('id, name').order('name').limit(1000)),
  });
  return (
    <Controller
      control={control}
      name="product_ids"
      render={({ field: { value, onChange } }) => (
        <FormSection title="Products" description="Applies to every product if none is chosen.">
          <fieldset className="max-h-80 overflow-y-auto">
            <legend className="sr-only">For these products only</legend>
            {(data ?? []).map(({ id, name }) => (
              <CheckField
                key={id}
                label={name}
                checked={value.includes(id)}
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...value, id] : value.filter((one: string) => one !== id),
                  )
                }
              />
            ))}
          </fieldset>
        </FormSection>
      )}
    />
  );
}

function LimitsSection() {
  const { register, formState } = useFormContext<DiscountValues>();
  const { site } = useShop();
  const { errors } = formState;
  return (
    <FormSection title="When it applies">
      <CheckField label="Active" {...register('active')} />
      <TextField
        compact
        type="date"
        label="First day"
        hint={`Days begin at midnight in ${site.timeZone.replaceAll('_', ' ')}.`}
        error={errors.starts?.message}
        {...register('starts')}
      />
      <TextField
        compact
        type="date"
        label="Last day"
        error={errors.ends?.message}
        {...register('ends')}
      />
      <TextField
        compact
        label="Minimum order in dollars"
        inputMode="decimal"
        autoComplete="off"
        error={errors.min_subtotal?.message}
        {...register('min_subtotal')}
      />
      <TextField
        compact
        label="Uses in all"
        hint="Leave empty for no limit."
        inputMode="numeric"
        autoComplete="off"
        error={errors.max_uses?.message}
        {...register('max_uses')}
      />
      <TextField
        compact
        label="Uses by one customer"
        hint="Customers are recognized by account, browser or the email address used to pay."
        inputMode="numeric"
        autoComplete="off"
        error={errors.max_uses_per_customer?.message}
        {...register('max_uses_per_customer')}
      />
    </FormSection>
  );
}
