import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { readRow } from '../data/save-unchanged.ts';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { GoneRow } from '../form/gone-row.tsx';
import { MissingRow } from '../shell/missing-row.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { ProductForm } from './product-form.tsx';
import { emptyProduct, type ProductValues, toProductValues } from './product-values.ts';
import { RequirementsSection } from './requirements-section.tsx';
import { StockSection } from './stock-section.tsx';

const back = { to: '/admin/products', label: 'Back to products' };

/** Adds a product, a copy of another one, or edits one. */
export function ProductEditor() {
  const { id } = useParams();
  const [address] = useSearchParams();
  const source = id ?? address.get('copy');
  const calls = useAdminCalls();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['product', source],
    queryFn: () => readRow(calls, 'products', source ?? ''),
    enabled: Boolean(source),
    // A form holds what it was opened with; what others save meanwhile is found when saving.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  if (!source) {
    return <ProductForm key="new" heading="Add product" initial={emptyProduct} loaded={null} />;
  }
  if (isPending) return <ScreenLoading />;
  if (isError) return <MissingRow noun="product" back={back} onRetry={refetch} />;
  const draftName = id ?? `copy-${source}`;
  if (!data) {
    return (
      <GoneRow
        key={draftName}
        draftName={`products:${draftName}`}
        noun="product"
        back={back}
        form={() => (
          <ProductForm
            heading="Add product"
            initial={emptyProduct}
            loaded={null}
            orphanedDraft={draftName}
          />
        )}
      />
    );
  }
  return id ? (
    <>
      <ProductForm key={id} heading={data.name} initial={toProductValues(data)} loaded={data} />
      <StockSection key={`stock of ${id}`} productId={id} />
      <RequirementsSection key={`requirements of ${id}`} productId={id} />
    </>
  ) : (
    <ProductForm
      key={draftName}
      heading="Add product"
      initial={copyOf(data)}
      loaded={null}
      draftName={draftName}
    />
  );
}

/** The copy gets its own slug, views and search texts. */
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
