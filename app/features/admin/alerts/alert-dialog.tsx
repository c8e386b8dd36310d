import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TextAreaField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { useAdministrators } from '../administrators/use-administrators.ts';
import { outcomes } from '../batches/check-outcomes.ts';
import { Fact } from '../data/fact.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import { SelectField } from '../form/select-field.tsx';
import { ofThisTab, useStoredState } from '../form/use-stored-state.ts';
import { Moment } from '../table/moment.tsx';
import { type Alert, alertStates, alertWords } from './alert-words.ts';
import { openAlertsKey } from './open-alerts.tsx';
import { ReportDetails } from './report-details.tsx';

interface AlertDialogProps {
  alert: Alert;
  onClose: () => void;
}

interface TypedAlert {
  state?: string;
  note?: string;
}

/** One alert: what it is about, what to do, and what was done. */
export default function AlertDialog({ alert, onClose }: AlertDialogProps) {
  const queries = useQueryClient();
  const { change } = useRowActions('code_alerts');
  const [typed, keep] = useStoredState<TypedAlert>(`alert-form:${alert.id}`, ofThisTab);
  const { title, advice } = alertWords(alert.kind);
  const { state = alert.state, note = alert.note ?? '' } = typed ?? {};

  async function save(): Promise<void> {
    const done = await change(
      ({ run }) =>
        run((tables) =>
          tables
            .from('code_alerts')
            .update({ state, note: note.trim() || null })
            .eq('id', alert.id),
        ),
      { done: 'Alert saved', failed: 'Failed to save the alert' },
    );
    if (!done) return;
    keep(null);
    void queries.invalidateQueries({ queryKey: openAlertsKey });
    onClose();
  }

  return (
    <ModalDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      className="my-auto w-full max-w-2xl"
    >
      <div className="space-y-5 text-sm">
        <p>{advice}</p>
        <Subject alert={alert} />
        {alert.report_id ? <ReportDetails id={alert.report_id} /> : null}
        {alert.kind === 'report' && !alert.report_id ? (
          <p>
            More reports came in than get an alert of their own.{' '}
            <Link
              to="/admin/alerts/reports"
              className="text-link inline-flex min-h-11 items-center font-semibold"
            >
              Read all reports
            </Link>
          </p>
        ) : null}
        <form
          aria-label="Alert"
          noValidate
          className="space-y-4 border-t border-line pt-4"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <SelectField
            label="State"
            options={alertStates}
            value={state}
            onChange={({ target }) => keep({ ...typed, state: target.value })}
          />
          <TextAreaField
            compact
            label="Note"
            name="note"
            maxLength={5000}
            value={note}
            onChange={({ target }) => keep({ ...typed, note: target.value })}
          />
          {alert.closed_at ? <Closed by={alert.closed_by} at={alert.closed_at} /> : null}
          <Button type="submit">Save alert</Button>
        </form>
      </div>
    </ModalDialog>
  );
}

function Closed({ by, at }: { by: string | null; at: string }) {
  const { data } = useAdministrators();
  const admin = data?.admins.find(({ id }) => id === by);
  return (
    <p className="text-ink-soft">
      Closed by {admin?.email ?? 'somebody who is no longer an administrator'}, <Moment at={at} />
    </p>
  );
}

/** The batch or unit, and the latest checks of that unit. */
function Subject({ alert }: { alert: Alert }) {
  const calls = useAdminCalls();
  const { data } = useQuery({
    queryKey: ['alert subject', alert.id],
    queryFn: async () => {
      const [batches, checks] = await Promise.all([
        alert.batch_id
          ? calls.run((tables) =>
              tables
                .from('batches')
                .select('id, code')
                .eq('id', alert.batch_id ?? ''),
            )
          : [],
        alert.unit_id
          ? calls.run((tables) =>
              tables
                .from('code_checks')
                .select('id, checked_at, outcome, country, network_hash')
                .eq('unit_id', alert.unit_id ?? 0)
                .order('checked_at', { ascending: false })
                .limit(20),
            )
          : [],
      ]);
      return { batch: batches[0], checks };
    },
  });
  const networks = new Set(data?.checks.map(({ network_hash }) => network_hash));
  return (
    <>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {data?.batch ? (
          <Fact term="Batch">
            <Link
              to={`/admin/batches/${data.batch.id}`}
              className="text-link inline-flex min-h-11 items-center font-semibold"
            >
              {data.batch.code}
            </Link>
          </Fact>
        ) : null}
        {alert.unit_id ? <Fact term="Unit">{`Unit ${alert.unit_id}`}</Fact> : null}
        <Fact term="First seen">
          <Moment at={alert.created_at} />
        </Fact>
        <Fact term="Last seen">
          <Moment at={alert.last_seen_at} />
          {alert.times > 1 ? `, ${alert.times.toLocaleString('en-US')} times` : ''}
        </Fact>
      </dl>
      {data && data.checks.length > 0 ? (
        <section aria-label="Latest checks">
          <h3 className="font-sans font-semibold">
            Latest checks, from {networks.size} {networks.size === 1 ? 'network' : 'networks'}
          </h3>
          <ul className="mt-1 max-h-52 divide-y divide-line overflow-y-auto">
            {data.checks.map(({ id, checked_at, outcome, country }) => (
              <li key={id} className="flex flex-wrap gap-x-4 py-1.5">
                <span className="flex-1">
                  <Moment at={checked_at} />
                </span>
                <span className="text-ink-soft">
                  {outcomes[outcome as keyof typeof outcomes]}
                  {country ? `, ${country}` : ''}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
