import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { productSeo } from '#domain/seo.ts';
import { slugify } from '#domain/slug.ts';
import { FormSection } from '../form/form-section.tsx';
import { SearchPreview } from '../form/search-preview.tsx';
import { adviseKeywords, adviseLength } from '../form/seo-advice.ts';
import { automaticSeo, type SeoValues } from './automatic-seo.ts';
import type { ProductValues } from './product-values.ts';

/**
 * SEO texts with live advice. Those left empty are filled in on save (requirements §5.5), and from
 * then on follow name, description and tags until somebody edits them.
 */
export function SeoFields() {
  const { register, control } = useFormContext<ProductValues>();
  const { origin, site } = useShop();
  const values = useWatch({ control }) as ProductValues;
  const filled = productSeo(values, site.brand);
  useFollowing(values, site.brand);
  const slug = values.slug || slugify(values.name) || '…';

  return (
    <FormSection title="Search results" description="Empty fields are filled in when you save.">
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
        hint={adviseKeywords(filled.keywords, site.brand)}
        {...register('seo_keywords')}
      />
    </FormSection>
  );
}

/** Replaces a text that still equals the previous automatic one with the new automatic one. */
function useFollowing({ name, description, tags }: ProductValues, shop: string): void {
  const { getValues, setValue } = useFormContext<ProductValues>();
  const tagged = tags.join('\n');
  const before = useRef<SeoValues | null>(null);
  useEffect(() => {
    const product = { name, description, tags: tagged.split('\n').filter(Boolean) };
    const automatic = automaticSeo(product, shop);
    const last = before.current ?? automatic;
    before.current = automatic;
    for (const field of ['seo_title', 'seo_description', 'seo_keywords'] as const) {
      if (last[field] === automatic[field] || getValues(field) !== last[field]) continue;
      setValue(field, automatic[field], { shouldDirty: true });
    }
  }, [name, description, tagged, shop, getValues, setValue]);
}
