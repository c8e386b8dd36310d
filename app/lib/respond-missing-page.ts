import { data, type RouterContextProvider, redirect } from 'react-router';
import { loaderTables } from './loader-tables.ts';
import { noStore, readRows } from './read-rows.ts';

const folders = { product: '/product', post: '/blog' } as const;

/**
 * What a page that is not there answers: a permanent redirect when its slug has changed, 410 when
 * it was deleted, 404 when there never was one; undefined with 503 when the database can't tell
 * right now. Asked only then, so no found page pays for it.
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
      // Null is an answer too, and a function that returns text may as well return null.
      .then(({ data: found, error }) => ({ data: { now: found as string | null }, error })),
  );
  if (!answer) return data(undefined, { status: 503, headers: noStore });
  const { now } = answer;
  if (now) throw redirect(`${folders[kind]}/${now}`, 301);
  return data(null, { status: now === '' ? 410 : 404 });
}
