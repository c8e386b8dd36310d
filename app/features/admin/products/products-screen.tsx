import { Route, Routes } from 'react-router';
import { OrphanedDrafts } from '../form/orphaned-drafts.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { ProductEditor } from './product-editor.tsx';
import { ProductList } from './product-list.tsx';

/** /admin/products, /admin/products/new (`?copy=<id>`), /admin/products/<id>. */
export default function ProductsScreen() {
  return (
    <Routes>
      <Route
        index
        element={
          <>
            <OrphanedDrafts table="products" noun="product" to="/admin/products" />
            <ProductList />
          </>
        }
      />
      <Route path="new" element={<ProductEditor />} />
      <Route path=":id" element={<ProductEditor />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
