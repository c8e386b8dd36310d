/** The most characters the search accepts; longer input is cut off. */
export const longestSearch = 100;

/** Best match first, unless the visitor chose another order. */
export const searchSorts = {
  best: 'Best match',
  price: 'Price, low to high',
  'price-desc': 'Price, high to low',
  newest: 'Newest',
} as const;
export type SearchSort = keyof typeof searchSorts;

export function isSearchSort(text: string): text is SearchSort {
  return Object.hasOwn(searchSorts, text);
}

export interface SearchChoice {
  sort: SearchSort;
  /** Empty for pages of any kind; otherwise only products with this tag. */
  tag: string;
}

export const anyPage: SearchChoice = { sort: 'best', tag: '' };

/** The search page's URL for these words. */
export function searchPath(words: string, { sort, tag } = anyPage): string {
  const order = sort === 'best' ? '' : `&sort=${sort}`;
  const only = tag === '' ? '' : `&tag=${encodeURIComponent(tag)}`;
  return words === '' ? '/search' : `/search?q=${encodeURIComponent(words)}${order}${only}`;
}
