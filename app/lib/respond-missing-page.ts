import { data, type RouterContextProvider, redirect } from 'react-router';
import { loaderTables } from './loader-tables.ts';
import { noStore, readRows } from './read-rows.ts';

const folders = { product: '/product', post: '/blog' } as const;

/**
 * The response for a missing page: a permanent redirect if its slug has changed, 410 if it was
 * deleted, 404 if it never existed; undefined with 503 if the database can't tell right now.
 * Queried only then, so it costs existing pages nothing.
 */
export async function respondMissingPage(
  context: Readonly<RouterContextProvider>,
  kind: keyof typeof folders,
  slug: string,
) {
  if (slug.includes('\0')) return data(null, { status: 404 });
  const answer = await readRows(
    context,
    loaderTables(context)
      .rpc('former_address', { page_kind: kind, former: slug })
      // Null is a valid answer, although the generated type of a function returning text does not
      // include it.
      .then(({ data: found, error }) => ({ data: { now: found as string | null }, error })),
  );
  if (!answer) return data(undefined, { status: 503, headers: noStore });
  const { now } = answer;
  if (now) throw redirect(`${folders[kind]}/${now}`, 301);
  return data(null, { status: now === '' ? 410 : 404 });
}
