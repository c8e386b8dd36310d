import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { AccountSection } from './account-section.tsx';
import { signOut } from './sign-out.ts';

export function SignOutEverywhere() {
  const { publishableKey } = useShop();
  const [busy, setBusy] = useState(false);
  return (
    <AccountSection
      title="Devices"
      lead="Lost a phone, or signed in on someone else’s computer? This ends every session, including this one."
    >
      <Button
        variant="secondary"
        aria-disabled={busy}
        onClick={() => {
          if (busy) return;
          setBusy(true);
          void signOut(publishableKey, 'global');
        }}
      >
        {busy ? 'Signing out...' : 'Sign out everywhere'}
      </Button>
    </AccountSection>
  );
}
