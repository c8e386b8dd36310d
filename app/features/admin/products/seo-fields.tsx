import { useFormContext, useWatch } from 'react-hook-form';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { productSeo } from '#domain/seo.ts';
import { slugify } from '#domain/slug.ts';
import { FormSection } from '../form/form-section.tsx';
import { SearchPreview } from '../form/search-preview.tsx';
import { adviseKeywords, adviseLength } from '../form/seo-advice.ts';
import type { ProductValues } from './product-values.ts';

/** Search texts with live advice; what is left empty is filled in on save (specification §5). */
export function SeoFields() {
  const { register, control } = useFormContext<ProductValues>();
  const { origin } = useShop();
  const values = useWatch({ control }) as ProductValues;
  const filled = productSeo(values);
  const slug = values.slug || slugify(values.name) || '…';

  return (
    <FormSection
      title="Search results"
      description="What is left empty is filled in when you save."
    >
      <SearchPreview
        title={filled.title}
        address={`${origin}/product/${slug}`}
        description={filled.description}
      />
      <TextField
        compact
        label="SEO title"
        placeholder={filled.title}
        hint={adviseLength('title', filled.title)}
        {...register('seo_title')}
      />
      <TextAreaField
        compact
        label="SEO description"
        placeholder={filled.description}
        hint={adviseLength('description', filled.description)}
        {...register('seo_description')}
      />
      <TextField
        compact
        label="SEO keywords"
        placeholder={filled.keywords}
        hint={adviseKeywords(filled.keywords)}
        {...register('seo_keywords')}
      />
    </FormSection>
  );
}
