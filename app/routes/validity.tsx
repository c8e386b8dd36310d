import { data } from 'react-router';
import { type CodeAnswer, requestCheck } from '#app/features/validity/request-check.ts';
import { Validity } from '#app/features/validity/validity.tsx';
import type { PageHandle } from '#app/lib/page-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { noStore } from '#app/lib/read-rows.ts';
import type { Route } from './+types/validity';

export const handle: PageHandle = { reads: ['code'] };

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const userAgent = request.headers.get('user-agent') ?? '';
  const answer = await requestCheck(context, String(form.get('code') ?? ''), userAgent);
  return data(answer, { headers: noStore });
}

export async function clientAction({
  request,
  serverAction,
}: Route.ClientActionArgs): Promise<CodeAnswer> {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch {
    return { state: 'unchecked', code: String(form.get('code') ?? '').trim() };
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Verify Your Bottle | {name}',
    description:
      'Enter the batch code from the lid of your {name} jar or bottle and see at once whether it is authentic.',
    path: '/validity',
  });
}

export default function ValidityRoute({ actionData }: Route.ComponentProps) {
  return <Validity answer={actionData ?? null} />;
}
