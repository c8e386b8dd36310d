/** The sort orders a visitor may choose, as used in the URL (`?sort=`). */
export const productSorts = ['name', 'price', 'price-desc', 'newest'] as const;
export type ProductSort = (typeof productSorts)[number];

export const sortLabels: Readonly<Record<ProductSort, string>> = {
  name: 'Name',
  price: 'Price, low to high',
  'price-desc': 'Price, high to low',
  newest: 'Newest',
};

export function isProductSort(text: string): text is ProductSort {
  return (productSorts as readonly string[]).includes(text);
}

/** What a product list shows, apart from the page number. */
export interface ProductChoice {
  sort: ProductSort;
  /** Null for products with any tag. */
  tag: string | null;
}

/** The list's path. `initial` is the default order, which is left out of the URL. */
export function productsPath(choice: ProductChoice, initial: ProductSort): string {
  const asked = new URLSearchParams();
  if (choice.sort !== initial) asked.set('sort', choice.sort);
  if (choice.tag !== null) asked.set('tag', choice.tag);
  return asked.size === 0 ? '/products' : `/products?${asked}`;
}
