import { Validity } from '#app/features/validity/validity.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { noStore } from '#app/lib/read-rows.ts';
import type { Route } from './+types/unit';

/** The page that the code on a jar opens. Opening it checks nothing: that takes a click. */
export const headers: Route.HeadersFunction = () => ({
  ...noStore,
  // Hides the code from other sites. With `no-referrer`, browsers would send the form with `Origin:
  // null`, which is refused.
  'Referrer-Policy': 'strict-origin',
});

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Verify Your Bottle | {name}',
    description: 'Check the code of your jar or bottle.',
    hidden: true,
  });
}

export default function UnitRoute({ params }: Route.ComponentProps) {
  return <Validity answer={null} scanned={params.unit.slice(0, 64)} />;
}
