import { data, redirect } from 'react-router';
import { PassportPage } from '#app/features/authenticity/passport-page.tsx';
import { NotFound } from '#app/features/errors/not-found.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { readOwnJson } from '#app/lib/read-own-json.ts';
import { noStore } from '#app/lib/read-rows.ts';
import type { SignedPassport } from '#domain/batch-passport.ts';
import { passportPath } from '#domain/check-answer.ts';
import type { Route } from './+types/batch';

/** Revalidated each time, because the best-before date can pass without any change to the data. */
const fresh = { 'Cache-Control': 'private, no-cache' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const read = <T,>(path: string) => readOwnJson<T>(context, passportPath(params.code) + path);
  const unreadable = () => data(undefined, { status: 503, headers: noStore });
  const published = await read<{ code: string }>('/published.json');
  if (published === undefined) return unreadable();
  if (published === null) return data(null, { status: 404 });
  // Somebody copying a code from a lid may write it in small letters or leave a hyphen out.
  if (published.code !== params.code) throw redirect(passportPath(published.code));
  const passport = await read<SignedPassport>('.json');
  if (passport === undefined) return unreadable();
  if (passport === null) return data(null, { status: 404 });
  const today = new Date().toISOString().slice(0, 10);
  const expired = passport.bestBefore !== null && passport.bestBefore < today;
  return data({ passport, expired }, { headers: fresh });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  const found = args.loaderData;
  if (!found) {
    return pageMeta(args, {
      title: 'Batch Not Found | {name}',
      description: 'No batch of this number is published.',
      hidden: true,
    });
  }
  const { code, product, status } = found.passport;
  return pageMeta(args, {
    title: `Batch ${code}: ${status === 'recalled' ? 'recalled' : 'laboratory results'} | {name}`,
    description: `What the laboratory found in batch ${code}${product ? ` of ${product}` : ''}: heavy metals, microbiology and more, each beside its limit, with the documents and a signature.`,
    path: passportPath(code),
  });
}

export default function BatchRoute({ loaderData }: Route.ComponentProps) {
  return loaderData ? (
    <PassportPage {...loaderData} />
  ) : (
    <NotFound
      title="Batch Not Found"
      text={
        loaderData === null
          ? 'No batch of this number is published. Please compare it with the lid.'
          : 'It could not be loaded. Please try again in a moment.'
      }
      to="/validity"
      action="Verify your bottle"
    />
  );
}
