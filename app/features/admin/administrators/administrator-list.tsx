import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { useConfirm } from '../dialogs/confirm.tsx';
import { FormSection } from '../form/form-section.tsx';
import { Moment } from '../table/moment.tsx';
import { InviteAdministrator } from './invite-administrator.tsx';
import {
  type Administrator,
  type SentInvitation,
  useAdministratorChange,
  useAdministrators,
} from './use-administrators.ts';

/** Admins, open invitations, and a form to invite another. */
export function AdministratorList() {
  const { data, isPending, isError, refetch } = useAdministrators();
  return (
    <FormSection
      title="Who runs the shop"
      description="Everyone here can change everything in this area. Their changes are recorded in the Change Log."
    >
      {isPending ? <span className="block h-24 animate-pulse rounded-sm bg-bone-deep" /> : null}
      {isError ? (
        <LoadFailure text="The administrators could not be loaded." onRetry={refetch} />
      ) : null}
      {data ? (
        <ul aria-label="Administrators" className="divide-y divide-line border-y border-line">
          {data.admins.map((admin) => (
            <AdministratorEntry key={admin.id} admin={admin} />
          ))}
          {data.invitations.map((invitation) => (
            <InvitationEntry key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      ) : null}
      <InviteAdministrator />
    </FormSection>
  );
}

const entry = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3';

function AdministratorEntry({ admin }: { admin: Administrator }) {
  const own = useStoredSession()?.userId === admin.id;
  const ask = useConfirm();
  const change = useAdministratorChange();

  async function remove(): Promise<void> {
    const answer = await ask({
      title: `Remove ${admin.email}?`,
      text: 'They lose access to the admin area immediately. They keep their customer account.',
      confirm: 'Remove',
      danger: true,
    });
    if (!answer) return;
    await change((calls) => calls.invoke('remove-admin', { userId: admin.id }), {
      done: 'Administrator removed',
      failed: 'Failed to remove administrator',
    });
  }

  return (
    <li className={entry}>
      <div className="min-w-0 space-y-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold break-all">
          {admin.email}
          {own ? <Badge>You</Badge> : null}
        </p>
        <p className="text-sm text-ink-soft">
          {admin.two_steps ? 'Two-step sign-in' : 'Password only'}
          {' · '}
          {admin.last_sign_in_at ? (
            <>
              last signed in <Moment at={admin.last_sign_in_at} />
            </>
          ) : (
            'has never signed in'
          )}
          {admin.configured ? ' · set in the configuration' : null}
        </p>
      </div>
      {own || admin.configured ? null : (
        <Button
          variant="secondary"
          aria-label={`Remove ${admin.email}`}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      )}
    </li>
  );
}

function InvitationEntry({ invitation }: { invitation: SentInvitation }) {
  const change = useAdministratorChange();
  const { id, email, expires_at } = invitation;
  return (
    <li className={entry}>
      <div className="min-w-0 space-y-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold break-all">
          {email}
          <Badge tone="waiting">Invited</Badge>
        </p>
        <p className="text-sm text-ink-soft">
          can accept until <Moment at={expires_at} />
        </p>
      </div>
      <Button
        variant="secondary"
        aria-label={`Withdraw the invitation for ${email}`}
        onClick={() =>
          void change((calls) => calls.invoke('withdraw-admin-invitation', { invitationId: id }), {
            done: 'Invitation withdrawn',
            failed: 'Failed to withdraw invitation',
          })
        }
      >
        Withdraw
      </Button>
    </li>
  );
}
