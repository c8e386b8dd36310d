import { redirect } from 'react-router';
import { pathOfPage } from '#app/lib/page-number.ts';
import { isProductSort, type ProductChoice, productsPath } from '#domain/product-sort.ts';
import type { SiteFacts } from '#domain/settings.ts';

/**
 * The order and tag in the list's URL; null for values that no list links to. Redirects to the
 * plain URL if parameters only state the default, such as an empty tag.
 */
export function readChoice(
  request: Request,
  productOrder: SiteFacts['productOrder'],
): ProductChoice | null {
  const { searchParams } = new URL(request.url);
  const initial = productOrder ?? 'name';
  const sort = searchParams.get('sort') || initial;
  const tag = searchParams.get('tag') || null;
  if (!isProductSort(sort) || tag?.includes('\0')) return null;
  const choice = { sort, tag };
  const asked = (name: string, value: string | null) => searchParams.get(name) === value;
  if (!asked('tag', tag) || (searchParams.has('sort') && sort === initial)) {
    const page = Number(searchParams.get('page') ?? 1);
    throw redirect(pathOfPage(productsPath(choice, initial), page > 1 ? page : 1), 302);
  }
  return choice;
}
