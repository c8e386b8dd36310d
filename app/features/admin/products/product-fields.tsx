import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { slugify } from '#domain/slug.ts';
import { CheckField } from '../form/check-field.tsx';
import { FormSection } from '../form/form-section.tsx';
import { HealthClaimAdvice } from '../form/health-claim-advice.tsx';
import { SelectField } from '../form/select-field.tsx';
import { ImageField } from './image-field.tsx';
import { LabelFields } from './label-fields.tsx';
import { PlainFields } from './plain-fields.tsx';
import { isWeightType, type ProductValues, weightTypes } from './product-values.ts';
import { SeoFields } from './seo-fields.tsx';
import { TagField } from './tag-field.tsx';

/** `followsName`: the slug is generated from the name until someone edits it. */
export function ProductFields({ followsName }: { followsName: boolean }) {
  const { register, control, formState, setValue, getValues } = useFormContext<ProductValues>();
  const { errors } = formState;
  const slug = useWatch({ control, name: 'slug' });
  const name = useWatch({ control, name: 'name' });
  const description = useWatch({ control, name: 'description' });
  const [price, formerPrice] = useWatch({ control, name: ['price', 'compare_at_price'] });

  return (
    // On phones the price comes before rarely changed fields.
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <div className="space-y-5">
        <FormSection title="Product">
          <TextField
            compact
            label="Name"
            required
            error={errors.name?.message}
            {...register('name', {
              onChange: (event) => {
                // The slug follows the name as long as they match.
                if (followsName && getValues('slug') === slugify(name)) {
                  setValue('slug', slugify(event.target.value), { shouldDirty: true });
                }
              },
            })}
          />
          <TextAreaField
            compact
            label="Description"
            rows={8}
            error={errors.description?.message}
            {...register('description')}
          />
          <HealthClaimAdvice text={`${name} ${description}`} />
        </FormSection>
        <FormSection
          title="Images"
          description="The first image is shown in lists. Drag to reorder."
        >
          <Controller
            control={control}
            name="images"
            render={({ field }) => <ImageField value={field.value} onChange={field.onChange} />}
          />
        </FormSection>
      </div>
      <div className="space-y-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <FormSection title="Price and availability">
          <TextField
            compact
            label="Price"
            required
            hint="US dollars, such as 49.90"
            type="number"
            step="0.01"
            min="0"
            inputMode="decimal"
            error={errors.price?.message}
            {...register('price')}
          />
          <TextField
            compact
            label="Compare at"
            hint={formerPriceHint(price, formerPrice)}
            inputMode="decimal"
            autoComplete="off"
            error={errors.compare_at_price?.message}
            {...register('compare_at_price')}
          />
          <SelectField label="Tax class" options={taxOptions} {...register('tax_class')} />
          <SelectField
            label="Weight"
            options={weightOptions(formState.defaultValues?.weight_type)}
            error={errors.weight_type?.message}
            {...register('weight_type')}
          />
          <CheckField
            label="Published"
            hint="Drafts are visible only to administrators and can’t be bought."
            {...register('published')}
          />
          <PlainFields section="availability" />
        </FormSection>
        <FormSection title="Tags">
          <Controller
            control={control}
            name="tags"
            render={({ field }) => <TagField value={field.value} onChange={field.onChange} />}
          />
        </FormSection>
        <FormSection title="Slug and views">
          <TextField
            compact
            label="Slug"
            placeholder={slugify(name)}
            hint={`/product/${slug || slugify(name) || '…'}`}
            error={errors.slug?.message}
            {...register('slug')}
          />
          <PlainFields section="views" />
        </FormSection>
      </div>
      <div className="space-y-5">
        <LabelFields />
        <SeoFields />
      </div>
    </div>
  );
}

/** The weights on offer, preceded by the product's current one if it is no longer offered. */
function weightOptions(read = ''): { value: string; label: string }[] {
  const offered = weightTypes.map((weight) => ({ value: weight, label: weight }));
  if (read === '' || isWeightType(read)) return offered;
  return [{ value: read, label: `${read} (not offered)` }, ...offered];
}

const taxOptions = [
  { value: 'standard', label: 'Standard' },
  { value: 'reduced', label: 'Reduced' },
  { value: 'exempt', label: 'Exempt: never taxed' },
];

function formerPriceHint(price: string, former: string): string {
  return former !== '' && Number(former) <= Number(price)
    ? 'Not shown: it is not above the price.'
    : 'Shown struck through while it is above the price.';
}
