import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { invokeAsCustomer } from '#app/lib/invoke-as-customer.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { AccountSection } from './account-section.tsx';

/** Everything the shop holds about the customer, in one file. */
export function DownloadData() {
  const { publishableKey } = useShop();
  const [busy, setBusy] = useState(false);

  async function download(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const { data, failure } = await invokeAsCustomer<object>('export-account', publishableKey);
    setBusy(false);
    if (failure) {
      showToast({
        title: 'Your data could not be downloaded',
        description: failure.message,
        variant: 'destructive',
      });
      return;
    }
    saveFile('my-data.json', JSON.stringify(data, null, 2), 'application/json');
  }

  return (
    <AccountSection
      title="Your data"
      lead="Your account, orders, cart and messages in one readable file."
    >
      <Button variant="secondary" aria-disabled={busy} onClick={() => void download()}>
        {busy ? 'Preparing...' : 'Download my data'}
      </Button>
    </AccountSection>
  );
}
