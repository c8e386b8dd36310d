import { Suspense, useState } from 'react';
import { PasswordField } from '#app/components/forms/password-field.tsx';
import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import { forgetCart } from '#app/features/cart/sync/start-cart-sync.ts';
import { explainAuthProblem } from '#app/lib/call-auth.ts';
import { invokeAsCustomer } from '#app/lib/invoke-as-customer.ts';
import { clearStoredSessions } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { AccountSection } from './account-section.tsx';
import { countOrdersUnderWay } from './count-orders-under-way.ts';
import { DeleteWithoutPassword } from './delete-without-password.tsx';
import { type OwnerProof, provePassword } from './prove-owner.ts';
import { type Account, readProof } from './use-account.ts';

const ModalDialog = lazyOverlay(() => import('#app/components/ui/modal-dialog.tsx'));

export function DeleteAccount({ account, onDeleted }: { account: Account; onDeleted: () => void }) {
  const { publishableKey } = useShop();
  const [open, setOpen] = useState<boolean | null>(null);
  const [underWay, setUnderWay] = useState(0);
  const [needed, setNeeded] = useState({ password: account.hasPassword, recent: false });

  async function ask(): Promise<void> {
    setOpen(true);
    const [orders, proof] = await Promise.all([
      countOrdersUnderWay(publishableKey),
      readProof(publishableKey),
    ]);
    setUnderWay(orders);
    setNeeded(proof);
  }

  async function destroyByPassword(fields: FormData): Promise<FieldProblems | null> {
    const password = String(fields.get('password'));
    const { data: proof, problem } = await provePassword(
      { email: account.email, password },
      publishableKey,
    );
    if (!problem) return destroy(proof);
    return {
      [problem.code === 'invalid_credentials' ? 'password' : '']: explainAuthProblem(problem),
    };
  }

  async function destroy(proof: OwnerProof): Promise<FieldProblems | null> {
    const { failure } = await invokeAsCustomer('delete-account', publishableKey, {
      proof: proof.accessToken,
    });
    if (failure) {
      await proof.end();
      if (failure.code === 'proof_needed') setNeeded(await readProof(publishableKey));
      return { '': failure.message || 'Your account could not be deleted. Please try again.' };
    }
    onDeleted();
    clearStoredSessions();
    forgetCart(account.id);
    return null;
  }

  return (
    <AccountSection
      title="Delete account"
      lead="Your orders stay in our records without your name, address or any other personal details."
    >
      <Button variant="secondary" onClick={() => void ask()}>
        Delete my account
      </Button>
      {open === null ? null : (
        <Suspense fallback={null}>
          <ModalDialog open={open} onOpenChange={setOpen} title="Delete your account?">
            <div className="space-y-4">
              <p>
                This cannot be undone. {account.email || 'You'} will no longer be able to sign in,
                and your order history will be permanently deleted from My Orders. Download your
                data first if you want to keep it.
              </p>
              {underWay > 0 ? (
                <p className="font-semibold text-saffron-ink">
                  {underWay === 1 ? 'One order has' : `${underWay} orders have`} not arrived yet. We
                  recommend waiting: once your account is deleted, we can no longer tell which
                  orders were yours.
                </p>
              ) : null}
              {needed.password ? (
                <SubmitForm
                  label="Delete account"
                  submit="Delete permanently"
                  busyText="Deleting..."
                  onSubmit={destroyByPassword}
                >
                  {(problems) => (
                    <PasswordField
                      label="Your password"
                      name="password"
                      autoComplete="current-password"
                      error={problems.password}
                      required
                    />
                  )}
                </SubmitForm>
              ) : (
                <DeleteWithoutPassword
                  account={account}
                  recent={needed.recent}
                  onProved={destroy}
                />
              )}
              <Button variant="secondary" className="w-full" onClick={() => setOpen(false)}>
                Keep my account
              </Button>
            </div>
          </ModalDialog>
        </Suspense>
      )}
    </AccountSection>
  );
}
