import { Controller, useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { TagField } from './tag-field.tsx';

it('saves a tag that was typed and not added', async () => {
  const save = vi.fn();
  function Form() {
    const { control, handleSubmit } = useForm({ defaultValues: { tags: ['resin'] } });
    return (
      <form noValidate onSubmit={(event) => void handleSubmit(({ tags }) => save(tags))(event)}>
        <Controller
          control={control}
          name="tags"
          render={({ field }) => <TagField value={field.value} onChange={field.onChange} />}
        />
        <button type="submit">Save</button>
      </form>
    );
  }
  await renderAdmin('/admin/products/new', <Form />);
  await page.getByLabelText('New tag').fill('pure');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => save.mock.calls).toEqual([[['resin', 'pure']]]);
  await expect.element(page.getByLabelText('New tag')).toHaveValue('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => save.mock.calls[1]).toEqual([['resin', 'pure']]);
});
