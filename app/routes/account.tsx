import { SignedInPage } from '#app/components/signed-in-page.tsx';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { Route } from './+types/account';

const AccountScreen = lazyPart(() => import('#app/features/account/account-screen.tsx'));

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Your account | {name}',
    description: 'Your name, email address, password and data.',
    hidden: true,
  });
}

export default function AccountRoute() {
  return (
    <SignedInPage
      title="Your account"
      withoutScripts="Viewing your account requires JavaScript."
      waiting="Loading your account"
      from="/account"
    >
      <AccountScreen />
    </SignedInPage>
  );
}
