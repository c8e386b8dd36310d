import { Suspense, useCallback } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { blogPostSeo } from '#domain/seo.ts';
import { slugifyTitle } from '#domain/slug.ts';
import { CheckField } from '../form/check-field.tsx';
import { FileField } from '../form/file-field.tsx';
import { FormSection } from '../form/form-section.tsx';
import { HealthClaimAdvice } from '../form/health-claim-advice.tsx';
import { SearchPreview } from '../form/search-preview.tsx';
import { adviseKeywords, adviseLength } from '../form/seo-advice.ts';
import type { PostValues } from './post-values.ts';

const RichTextField = lazyPart(() => import('./rich-text-field.tsx'));

/** `isNew`: only a new post's slug follows its title. */
export function PostFields({ isNew }: { isNew: boolean }) {
  const { register, control, formState, getValues } = useFormContext<PostValues>();
  const { errors } = formState;
  const readContent = useCallback(() => getValues('content'), [getValues]);
  const { origin, site } = useShop();
  const values = useWatch({ control }) as PostValues;
  const slug = values.slug || (isNew ? slugifyTitle(values.title) : '') || '…';
  const filled = blogPostSeo(values, site.brand);

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0 space-y-5">
        <FormSection title="Post">
          <TextField
            compact
            label="Title"
            required
            error={errors.title?.message}
            {...register('title')}
          />
          <Controller
            control={control}
            name="content"
            render={({ field }) => (
              <Suspense fallback={<div className="min-h-96 rounded-sm border border-line" />}>
                <RichTextField
                  label="Content"
                  value={field.value}
                  readLatest={readContent}
                  onChange={field.onChange}
                  error={errors.content?.message}
                />
              </Suspense>
            )}
          />
          <HealthClaimAdvice text={`${values.title} ${values.excerpt} ${values.content}`} />
          <TextAreaField
            compact
            label="Excerpt"
            rows={3}
            hint="Shown in lists and, unless you enter an SEO description, in search results."
            error={errors.excerpt?.message}
            {...register('excerpt')}
          />
        </FormSection>
        <FormSection title="Search results" description="Empty fields are filled in automatically.">
          <SearchPreview
            title={filled.title}
            address={`${origin}/blog/${slug}`}
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
      </div>
      <div className="space-y-5">
        <FormSection title="Publication">
          <CheckField
            label="Published"
            hint="Drafts are visible only to administrators."
            {...register('published')}
          />
          {values.published ? (
            <TextField
              compact
              label="Publish at"
              type="datetime-local"
              hint={`Empty: now. Before this time, only administrators see the post. Time of ${site.timeZone.replaceAll('_', ' ')}.`}
              error={errors.publish_at?.message}
              {...register('publish_at')}
            />
          ) : null}
          <TextField
            compact
            label="Author"
            error={errors.author_name?.message}
            {...register('author_name')}
          />
          <TextField
            compact
            label="Slug"
            placeholder={isNew ? slugifyTitle(values.title) : ''}
            hint={`/blog/${slug}`}
            error={errors.slug?.message}
            {...register('slug')}
          />
        </FormSection>
        <FormSection title="Featured image">
          <Controller
            control={control}
            name="featured_image_url"
            render={({ field }) => (
              <FileField
                kind="image"
                label="Featured image"
                value={field.value}
                onChange={field.onChange}
              />
            )}
          />
        </FormSection>
      </div>
    </div>
  );
}
