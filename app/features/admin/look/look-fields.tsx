import { Controller, useFormContext } from 'react-hook-form';
import { showToast } from '#app/components/ui/toast.ts';
import { fonts } from '#domain/look.ts';
import { FileField } from '../form/file-field.tsx';
import { FormSection } from '../form/form-section.tsx';
import { SelectField } from '../form/select-field.tsx';
import { ColorField } from './color-field.tsx';
import type { LookValues } from './look-values.ts';

const fontOptions = Object.entries(fonts).map(([value, { label }]) => ({ value, label }));

export function LookFields() {
  const { register, control, setValue } = useFormContext<LookValues>();

  /** Stores the logo's dimensions, which keep the header from shifting while it loads. */
  function takeLogo(url: string): void {
    if (url === '') {
      setValue('logo', null, { shouldDirty: true });
      return;
    }
    const image = new Image();
    image.onload = () => {
      const { naturalWidth: width, naturalHeight: height } = image;
      setValue('logo', { url, width, height }, { shouldDirty: true });
    };
    image.onerror = () =>
      showToast({ title: 'The logo could not be displayed', variant: 'destructive' });
    image.src = url;
  }

  return (
    <div className="space-y-5">
      <FormSection
        title="Colors"
        description="All others follow from these four. What could not be read is refused."
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <ColorField name="text" label="Text" hint="Text and main buttons." />
          <ColorField
            name="background"
            label="Background"
            hint="Behind everything; a light color."
          />
          <ColorField name="dark" label="Dark areas" hint="Footer and the verify banner." />
          <ColorField name="accent" label="Accent" hint="Lines, marks and small headings." />
        </div>
      </FormSection>
      <FormSection title="Fonts" description="No font is loaded from another site.">
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label="Headings" options={fontOptions} {...register('heading_font')} />
          <SelectField label="Text" options={fontOptions} {...register('text_font')} />
        </div>
      </FormSection>
      <FormSection
        title="Logo"
        description="Replaces the mark and name in the header, and is shown in emails. A wide PNG or WebP with a transparent background works best."
      >
        <Controller
          control={control}
          name="logo"
          render={({ field }) => (
            <FileField
              kind="image"
              label="Logo"
              value={field.value?.url ?? ''}
              onChange={takeLogo}
            />
          )}
        />
      </FormSection>
      <FormSection title="Icon" description="For browser tabs and bookmarks. A square PNG.">
        <Controller
          control={control}
          name="favicon"
          render={({ field }) => (
            <FileField kind="image" label="Icon" value={field.value} onChange={field.onChange} />
          )}
        />
      </FormSection>
      <FormSection
        title="Card for shared links"
        description="Shown where a page without a picture of its own is shared. 1200 × 630 pixels."
      >
        <Controller
          control={control}
          name="social_card"
          render={({ field }) => (
            <FileField kind="image" label="Card" value={field.value} onChange={field.onChange} />
          )}
        />
      </FormSection>
    </div>
  );
}
