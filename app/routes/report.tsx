import { data } from 'react-router';
import { ReportForm } from '#app/features/authenticity/report-form.tsx';
import {
  type ReportAnswer,
  sendReport,
  sendReportWithPictures,
} from '#app/features/authenticity/send-report.ts';
import type { PageHandle } from '#app/lib/page-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { noStore } from '#app/lib/read-rows.ts';
import type { Route } from './+types/report';

export const handle: PageHandle = { reads: ['code'] };

export async function action({ context, request }: Route.ActionArgs) {
  return data(await sendReport(context, await request.formData()), { headers: noStore });
}

export async function clientAction({ request }: Route.ClientActionArgs): Promise<ReportAnswer> {
  return sendReportWithPictures(await request.formData());
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {};

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Report a Jar | {name}',
    description: 'Report a jar, label or code that looks wrong.',
    hidden: true,
  });
}

export default function ReportRoute({ actionData }: Route.ComponentProps) {
  return <ReportForm answer={actionData ?? null} />;
}
