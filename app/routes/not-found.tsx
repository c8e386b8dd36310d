import { data } from 'react-router';
import { NotFound } from '#app/features/errors/not-found.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/not-found';

export function loader() {
  return data(null, { status: 404 });
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Page not found | {name}',
    description: 'This page does not exist.',
    hidden: true,
  });
}

export default function NotFoundRoute() {
  return (
    <NotFound
      title="404 Oops! Page not found"
      text="The page may have moved, or the address may be mistyped."
      to="/"
      action="Back to Home"
    />
  );
}
