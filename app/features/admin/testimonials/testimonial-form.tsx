import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import type { RowOf } from '../data/use-admin-calls.ts';
import { CheckField } from '../form/check-field.tsx';
import { FileField } from '../form/file-field.tsx';
import { FormSection } from '../form/form-section.tsx';
import { HealthClaimAdvice } from '../form/health-claim-advice.tsx';
import { RowForm, type RowFormTexts } from '../form/row-form.tsx';
import { SelectField } from '../form/select-field.tsx';
import {
  emptyTestimonial,
  ratings,
  type TestimonialValues,
  testimonialValues,
  toTestimonialRow,
  toTestimonialValues,
} from './testimonial-values.ts';

export const backToTestimonials = { to: '/admin/testimonials', label: 'Back to testimonials' };

const texts: RowFormTexts = {
  created: 'Testimonial created successfully',
  updated: 'Testimonial updated successfully',
  createFailed: 'Failed to save testimonial',
  updateFailed: 'Failed to save testimonial',
  create: 'Create testimonial',
};

interface TestimonialFormProps {
  loaded: RowOf<'testimonials'> | null;
  /** Name of the draft of a deleted testimonial, which becomes this new one. */
  orphanedDraft?: string | undefined;
}

export function TestimonialForm({ loaded, orphanedDraft }: TestimonialFormProps) {
  return (
    <RowForm
      table="testimonials"
      label="Testimonial"
      heading={loaded ? loaded.name : 'Add testimonial'}
      back={backToTestimonials}
      schema={testimonialValues}
      initial={loaded ? toTestimonialValues(loaded) : emptyTestimonial}
      loaded={loaded}
      orphanedDraft={orphanedDraft}
      toValues={toTestimonialValues}
      toRow={toTestimonialRow}
      texts={texts}
    >
      <TestimonialFields />
    </RowForm>
  );
}

function TestimonialFields() {
  const { register, control, formState, setValue } = useFormContext<TestimonialValues>();
  const { errors } = formState;
  const medium = useWatch({ control, name: 'media_type' });
  const content = useWatch({ control, name: 'content' });
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="space-y-5">
        <FormSection title="Testimonial">
          <TextField
            compact
            label="Name"
            required
            error={errors.name?.message}
            {...register('name')}
          />
          <TextField
            compact
            label="Title"
            hint="For example, a place or a profession."
            error={errors.title?.message}
            {...register('title')}
          />
          <TextAreaField
            compact
            label="Content"
            required
            rows={6}
            error={errors.content?.message}
            {...register('content')}
          />
          <HealthClaimAdvice text={content} />
          <SelectField
            label="Rating"
            required
            options={ratings.map((stars) => ({
              value: stars,
              label: `${'★'.repeat(Number(stars))} ${stars} of 5`,
            }))}
            {...register('rating')}
          />
        </FormSection>
        <FormSection title="Image or video">
          <SelectField
            label="Media type"
            options={[
              { value: 'none', label: 'None' },
              { value: 'image', label: 'Image' },
              { value: 'video', label: 'Video' },
            ]}
            {...register('media_type', {
              // The file belonged to the previous kind of media.
              onChange: () => setValue('media_url', '', { shouldDirty: true }),
            })}
          />
          {medium === 'none' ? null : (
            <>
              <Controller
                control={control}
                name="media_url"
                render={({ field }) => (
                  <FileField
                    kind={medium}
                    label={medium === 'image' ? 'Image' : 'Video'}
                    value={field.value}
                    onChange={field.onChange}
                  />
                )}
              />
              {errors.media_url ? (
                <p role="alert" className="text-sm font-medium text-danger">
                  {errors.media_url.message}
                </p>
              ) : null}
            </>
          )}
        </FormSection>
      </div>
      <div className="space-y-5">
        <FormSection title="Visibility">
          <CheckField
            label="Active"
            hint="The home page shows the 6 newest active testimonials."
            {...register('active')}
          />
        </FormSection>
        <FormSection title="Portrait">
          <Controller
            control={control}
            name="image_url"
            render={({ field }) => (
              <FileField
                kind="image"
                label="Portrait"
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
