import type { Opened } from '../provider.ts';
import { annExample, openSandbox } from '../testing/open-sandbox.ts';
import { testProviderContract } from '../testing/provider-contract.ts';
import { createPaypalProvider } from './paypal-provider.ts';

testProviderContract('PayPal', async () => {
  const sandbox = await openSandbox();
  const base = `${sandbox.url}/paypal`;
  const hour = 60 * 60_000;
  let offset = 0;
  const provider = createPaypalProvider({
    ...sandbox.keys.paypal,
    apiBase: base,
    webBase: base,
    certificateBases: [base],
    brandName: () => 'Liv Fit',
    openForMs: hour,
    store: null,
    tryMs: 800,
    operationMs: 2000,
    now: () => new Date(Date.now() + offset),
  });
  const approve = ({ url }: Opened, funding: string) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...annExample, funding }),
    });
  return {
    ...sandbox,
    provider: {
      ...provider,
      async readOrCapture(reference, mayCapture) {
        const read = await provider.readOrCapture(reference, mayCapture);
        offset = 0;
        return read;
      },
    },
    async pay(opened) {
      await approve(opened, 'balance');
      // What the shop does when the payer returns.
      await provider.readOrCapture(opened.reference, async () => true);
    },
    async decline(opened) {
      await approve(opened, 'declined');
    },
    async expire() {
      offset = hour + 1000;
    },
    async refundByHand(paymentReference, amountCents) {
      const amount = (amountCents / 100).toFixed(2);
      await sandbox.control(`paypal/control/captures/${paymentReference}/refund`, { amount });
    },
    async dispute(paymentReference) {
      await sandbox.control(`paypal/control/captures/${paymentReference}/dispute`);
    },
    async loseDispute(paymentReference) {
      await sandbox.control(`paypal/control/captures/${paymentReference}/dispute/close`, {
        outcome: 'RESOLVED_BUYER_FAVOUR',
      });
    },
  };
});
