import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { productPath } from '#domain/product.ts';
import { slugify } from '#domain/slug.ts';
import { messageOf } from '../data/admin-failure.ts';
import { saveUnchanged } from '../data/save-unchanged.ts';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { SaveBar } from '../form/save-bar.tsx';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { listKey } from '../table/use-list.ts';
import { freeSlug } from './free-slug.ts';
import { ProductFields } from './product-fields.tsx';
import {
  type ProductValues,
  productValues,
  toProductRow,
  toProductValues,
} from './product-values.ts';

type Product = RowOf<'products'>;

interface ProductFormProps {
  heading: string;
  initial: ProductValues;
  /** The product as it was read; null for a new one. */
  loaded: Product | null;
}

/** Specification §5, product form. */
export function ProductForm({ heading, initial, loaded: opened }: ProductFormProps) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [loaded, setLoaded] = useState(opened);
  const [conflict, setConflict] = useState<{ theirs: Product | null } | null>(null);
  const [created, setCreated] = useState<string | null>(null);
  const form = useForm<ProductValues>({
    resolver: zodResolver(productValues),
    defaultValues: initial,
  });
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedWarning(isDirty && !created);

  // Only once the form counts as saved may it be left without a question.
  useEffect(() => {
    if (created) void navigate(`/admin/products/${created}`, { replace: true });
  }, [created, navigate]);

  async function save(values: ProductValues, over?: Product): Promise<void> {
    const known = over ?? loaded;
    try {
      const row = { ...toProductRow(values), ...(await slugFor(values, known)) };
      setConflict(null);
      if (!known) {
        const [product] = await calls.run((tables) => tables.from('products').insert(row).select());
        showToast({ title: 'Product created successfully!' });
        await queries.invalidateQueries({ queryKey: listKey('products') });
        return setCreated(product?.id ?? null);
      }
      const saved = await saveUnchanged(calls, 'products', known, row);
      if (saved.outcome === 'conflict') {
        return setConflict(saved);
      }
      setLoaded(saved.row);
      form.reset(toProductValues(saved.row));
      showToast({ title: 'Product updated successfully!' });
      await queries.invalidateQueries({ queryKey: listKey('products') });
    } catch (error) {
      showToast({
        title: known ? 'Error updating product' : 'Error creating product',
        description: messageOf(error),
        variant: 'destructive',
      });
    }
  }

  /** An address that is taken gets a number, unless it is this product's own. */
  async function slugFor(values: ProductValues, known: Product | null) {
    const wanted = values.slug || slugify(values.name);
    if (known && wanted === known.slug) return { slug: known.slug };
    return { slug: (await freeSlug(calls, wanted, known?.id)) || null };
  }

  function takeTheirs(theirs: Product): void {
    setLoaded(theirs);
    setConflict(null);
    form.reset(toProductValues(theirs));
  }

  return (
    <FormProvider {...form}>
      <form
        aria-label="Product"
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => save(values))(event)}
      >
        <ScreenHeading title={heading} back={{ to: '/admin/products', label: 'Back to products' }}>
          {loaded ? (
            <ButtonLink to={productPath(loaded)} variant="quiet" target="_blank">
              View in shop
            </ButtonLink>
          ) : null}
        </ScreenHeading>
        <SaveBar
          dirty={isDirty}
          busy={isSubmitting}
          save={loaded ? 'Save' : 'Create product'}
          onDiscard={() => form.reset()}
        />
        {conflict ? (
          <ConflictNotice
            savedAt={conflict.theirs?.updated_at ?? null}
            changed={conflict.theirs && loaded ? differences(loaded, conflict.theirs) : []}
            onTakeTheirs={() => conflict.theirs && takeTheirs(conflict.theirs)}
            onSaveMine={() =>
              void form.handleSubmit((values) => save(values, conflict.theirs ?? undefined))()
            }
          />
        ) : null}
        <ProductFields followsName={!loaded || loaded.slug === slugify(loaded.name)} />
      </form>
    </FormProvider>
  );
}

/** Which fields somebody else changed, by the words of the form. */
function differences(before: Product, after: Product): string[] {
  const mine = toProductValues(before);
  const theirs = toProductValues(after);
  return (Object.keys(mine) as (keyof ProductValues)[])
    .filter((key) => JSON.stringify(mine[key]) !== JSON.stringify(theirs[key]))
    .map((key) => key.replaceAll('_', ' '));
}
