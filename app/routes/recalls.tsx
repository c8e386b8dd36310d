import { data } from 'react-router';
import { AcknowledgeRecall } from '#app/features/authenticity/acknowledge-form.tsx';
import { acknowledgeRecall } from '#app/features/authenticity/acknowledge-recall.ts';
import { RecallList } from '#app/features/authenticity/recall-list.tsx';
import type { PageHandle } from '#app/lib/page-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { readOwnJson } from '#app/lib/read-own-json.ts';
import { noStore } from '#app/lib/read-rows.ts';
import type { PublicRecall } from '#domain/recall.ts';
import type { Route } from './+types/recalls';

export const handle: PageHandle = { reads: ['token'] };

export async function loader({ context }: Route.LoaderArgs) {
  const read = await readOwnJson<{ recalls: PublicRecall[] }>(context, '/recalls.json');
  return read ? data(read.recalls) : data(null, { status: 503, headers: noStore });
}

/** The "I have read this" button of an emailed link. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const acknowledged = await acknowledgeRecall(context, String(form.get('token') ?? ''));
  return data({ acknowledged }, { headers: noStore });
}

export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  actionHeaders ?? loaderHeaders;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Recalls | {name}',
    description: 'Every batch that we ever took back, why, and what to do with it.',
    path: '/recalls',
  });
}

export default function RecallsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <RecallList recalls={loaderData}>
      <AcknowledgeRecall acknowledged={actionData?.acknowledged ?? null} />
    </RecallList>
  );
}
