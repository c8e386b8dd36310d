import { AuthScreen } from '#app/features/auth/auth-screen.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/auth';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Sign in | {name}',
    description: 'Sign in to your account or create one.',
    hidden: true,
  });
}

export default function AuthRoute() {
  return <AuthScreen />;
}
