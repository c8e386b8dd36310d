import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { callAuth, explainAuthProblem } from '#app/lib/call-auth.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { AccountSection } from './account-section.tsx';
import type { Account } from './use-account.ts';

export function ChangeName({ account, onChanged }: { account: Account; onChanged: () => void }) {
  const { publishableKey } = useShop();

  async function save(fields: FormData): Promise<FieldProblems | null> {
    const full_name = String(fields.get('full_name')).trim();
    const { problem } = await callAuth(
      async () => (await openAuth(publishableKey)).updateUser({ data: { full_name } }),
      'Your name could not be saved. Please try again.',
    );
    if (problem) return { full_name: explainAuthProblem(problem) };
    showToast({ title: 'Name saved' });
    onChanged();
    return null;
  }

  return (
    <AccountSection title="Name">
      <SubmitForm
        label="Name"
        submit="Save name"
        busyText="Saving..."
        variant="secondary"
        className=""
        onSubmit={save}
      >
        {(problems) => (
          <TextField
            label="Full name"
            name="full_name"
            autoComplete="name"
            maxLength={200}
            defaultValue={account.name}
            error={problems.full_name}
            required
          />
        )}
      </SubmitForm>
    </AccountSection>
  );
}
