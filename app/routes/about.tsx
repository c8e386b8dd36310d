import { About } from '#app/features/content/about.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/about';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'About Us: Shilajit That You Can Check | {name}',
    description:
      'Who we are, how our shilajit is collected and cleaned, how every batch is tested, and why each bottle carries a unique number.',
    path: '/about',
  });
}

export default function AboutRoute() {
  return <About />;
}
