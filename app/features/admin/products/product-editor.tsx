import type { RowOf } from '../data/use-admin-calls.ts';
import { RowEditor } from '../form/row-editor.tsx';
import { ProductForm } from './product-form.tsx';
import { emptyProduct, type ProductValues, toProductValues } from './product-values.ts';
import { RequirementsSection } from './requirements-section.tsx';
import { StockSection } from './stock-section.tsx';

/** Adds a product, copies one, or edits one. */
export function ProductEditor() {
  return (
    <RowEditor
      table="products"
      noun="product"
      back={{ to: '/admin/products', label: 'Back to products' }}
      form={(product, orphanedDraft) =>
        product ? (
          <EditedProduct key={product.id} product={product} />
        ) : (
          <ProductForm
            key="new"
            heading="Add product"
            initial={emptyProduct}
            loaded={null}
            orphanedDraft={orphanedDraft}
          />
        )
      }
      copy={(product, draftName) => (
        <ProductForm
          key={draftName}
          heading="Add product"
          initial={copyOf(product)}
          loaded={null}
          draftName={draftName}
        />
      )}
    />
  );
}

function EditedProduct({ product }: { product: RowOf<'products'> }) {
  return (
    <>
      <ProductForm heading={product.name} initial={toProductValues(product)} loaded={product} />
      <StockSection productId={product.id} />
      <RequirementsSection productId={product.id} />
    </>
  );
}

/** The copy gets its own slug, views and SEO texts. */
function copyOf(product: RowOf<'products'>): ProductValues {
  return {
    ...toProductValues(product),
    name: `${product.name} (copy)`,
    slug: '',
    initial_view_count: '0',
    seo_title: '',
    seo_description: '',
    seo_keywords: '',
  };
}
