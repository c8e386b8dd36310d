/** What a visitor may choose, as the list's address says it (`?sort=`). */
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

/** What a list of products shows, besides the page. */
export interface ProductChoice {
  sort: ProductSort;
  /** Null for products of every tag. */
  tag: string | null;
}

/** The list's path; `initial` is the order without any choice, which has no name in it. */
export function productsPath(choice: ProductChoice, initial: ProductSort): string {
  const asked = new URLSearchParams();
  if (choice.sort !== initial) asked.set('sort', choice.sort);
  if (choice.tag !== null) asked.set('tag', choice.tag);
  return asked.size === 0 ? '/products' : `/products?${asked}`;
}
