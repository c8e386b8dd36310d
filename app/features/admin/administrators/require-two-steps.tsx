import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { messageOf } from '../data/admin-failure.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { FormSection } from '../form/form-section.tsx';

const setting = 'admins_need_second_step';
const queryKey = ['two-steps'];

/** Whether every admin must sign in with a code. The database enforces it. */
export function RequireTwoSteps() {
  const { publishableKey } = useShop();
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const [rows, level] = await Promise.all([
        calls.run((tables) => tables.from('site_settings').select('value').eq('key', setting)),
        (await openAuth(publishableKey)).mfa.getAuthenticatorAssuranceLevel(),
      ]);
      return { required: rows[0]?.value === true, shown: level.data?.currentLevel === 'aal2' };
    },
    refetchOnWindowFocus: 'always',
  });

  async function change(required: boolean): Promise<void> {
    const answer = await ask(
      required
        ? {
            title: 'Require two-step sign-in?',
            text: 'Administrators without an authenticator app will be asked to set one up before they can continue.',
            confirm: 'Require it',
          }
        : {
            title: 'Stop requiring two-step sign-in?',
            text: 'Administrators who set it up will still be asked for a code. Everyone else will need only a password.',
            confirm: 'Stop requiring it',
            danger: true,
          },
    );
    if (!answer) return;
    try {
      await calls.run((tables) =>
        tables.from('site_settings').upsert({ key: setting, value: required }).select('key'),
      );
      showToast({
        title: required ? 'Two-step sign-in is required' : 'Two-step sign-in is not required',
      });
    } catch (error) {
      showToast({
        title: 'Failed to save settings',
        description: messageOf(error),
        variant: 'destructive',
      });
    }
    await queries.invalidateQueries({ queryKey });
  }

  return (
    <FormSection
      title="Two-step sign-in"
      description="Requires a code from an authenticator app after the password, so a stolen password alone is useless."
    >
      {isError ? <LoadFailure text="The setting could not be loaded." onRetry={refetch} /> : null}
      {data ? (
        <>
          <p>
            <Badge tone={data.required ? 'positive' : 'neutral'}>
              {data.required ? 'Required for every administrator' : 'Not required'}
            </Badge>
          </p>
          {data.shown ? (
            <Button variant="secondary" onClick={() => void change(!data.required)}>
              {data.required ? 'Stop requiring it' : 'Require it'}
            </Button>
          ) : (
            <p className="text-sm text-ink-soft">
              To require it for others, first set it up for yourself on{' '}
              <Link to="/account" className="text-link font-semibold">
                your account page
              </Link>
              , so that nobody is locked out.
            </p>
          )}
        </>
      ) : null}
    </FormSection>
  );
}
