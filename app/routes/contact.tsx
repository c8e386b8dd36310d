import { data } from 'react-router';
import { Contact } from '#app/features/content/contact.tsx';
import { readContactForm } from '#app/features/content/contact-message.ts';
import { waitForMinimumTime } from '#app/features/content/pace-sending.ts';
import { type ContactAnswer, sendMessage } from '#app/features/content/send-message.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/contact';

const statuses = { sent: 200, rejected: 400, failed: 503 } as const;

export async function action({ context, request }: Route.ActionArgs) {
  const answer = await sendMessage(context, await request.formData());
  return data(answer, { status: statuses[answer.state] });
}

export async function clientAction({
  request,
  serverAction,
}: Route.ClientActionArgs): Promise<ContactAnswer> {
  const { values, errors } = readContactForm(await request.clone().formData());
  if (Object.keys(errors).length > 0) return { state: 'rejected', values, errors };
  try {
    await waitForMinimumTime();
    return await serverAction();
  } catch {
    return { state: 'failed', values };
  }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Contact Us | {name}',
    description:
      'Write to {name}: email, phone, manufacturer and distributor addresses, business hours.',
    path: '/contact',
  });
}

export default function ContactRoute({ actionData }: Route.ComponentProps) {
  return <Contact answer={actionData} />;
}
