import { useShop } from '#app/lib/use-shop.ts';
import { productPath } from '#domain/product.ts';
import { slugify } from '#domain/slug.ts';
import type { AdminCalls, RowOf } from '../data/use-admin-calls.ts';
import { RowForm, type RowFormTexts } from '../form/row-form.tsx';
import { ViewInShop } from '../form/view-in-shop.tsx';
import { PagePreview } from '../preview/page-preview.tsx';
import { freeSlug } from './free-slug.ts';
import { ProductFields } from './product-fields.tsx';
import {
  type ProductValues,
  productValues,
  toProductRow,
  toProductValues,
} from './product-values.ts';

type Product = RowOf<'products'>;

const texts: RowFormTexts = {
  created: 'Product created successfully!',
  updated: 'Product updated successfully!',
  createFailed: 'Error creating product',
  updateFailed: 'Error updating product',
  create: 'Create product',
};

interface ProductFormProps {
  heading: string;
  initial: ProductValues;
  /** The product as loaded; null for a new one. */
  loaded: Product | null;
  draftName?: string;
  /** Name of the draft of a deleted product, which becomes this new one. */
  orphanedDraft?: string;
}

/** Requirements §5.5, product form. */
export function ProductForm({
  heading,
  initial,
  loaded,
  draftName,
  orphanedDraft,
}: ProductFormProps) {
  const { site } = useShop();
  return (
    <RowForm
      table="products"
      label="Product"
      heading={heading}
      back={{ to: '/admin/products', label: 'Back to products' }}
      schema={productValues}
      initial={initial}
      loaded={loaded}
      draftName={draftName}
      orphanedDraft={orphanedDraft}
      toValues={toProductValues}
      toRow={async (values, known, calls, id) => ({
        ...toProductRow(values, site.brand),
        slug: await slugFor(values, known, calls, id),
      })}
      texts={texts}
      actions={(product) => {
        if (!product) return null;
        const path = productPath(product);
        // Based on the stored product; unsaved changes are visible in the form itself.
        return product.published ? (
          <ViewInShop to={path} />
        ) : (
          <PagePreview path={path} change={async () => ({})} />
        );
      }}
    >
      <ProductFields followsName={!loaded || loaded.slug === slugify(loaded.name)} />
    </RowForm>
  );
}

/** A slug that is taken gets a number, unless it is this product's own. */
async function slugFor(
  values: ProductValues,
  known: Product | null,
  calls: AdminCalls,
  id: string,
) {
  const wanted = values.slug || slugify(values.name);
  if (known && wanted === known.slug) return known.slug;
  return (await freeSlug(calls, wanted, id)) || null;
}
