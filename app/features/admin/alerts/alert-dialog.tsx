import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { TextAreaField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { useAdministrators } from '../administrators/use-administrators.ts';
import { outcomes } from '../batches/check-outcomes.ts';
import { AdminFailure, messageOf } from '../data/admin-failure.ts';
import { Fact } from '../data/fact.tsx';
import { saveOverOwn, saveUnchanged } from '../data/save-unchanged.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { changedFieldLabels } from '../form/name-changes.ts';
import { SelectField } from '../form/select-field.tsx';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';
import { Moment } from '../table/moment.tsx';
import { listKey } from '../table/use-list.ts';
import { type Alert, alertStates, alertWords } from './alert-text.ts';
import { openAlertsKey } from './open-alerts.tsx';
import { ReportDetails } from './report-details.tsx';

interface AlertDialogProps {
  alert: Alert;
  onClose: () => void;
}

/** The fields of an alert that can be changed; `note` is null if there is none. */
type Handling = Pick<Alert, 'state' | 'note'>;

interface TypedAlert {
  state?: string;
  note?: string;
  /** The alert as it was when this was typed. */
  seen?: Alert;
}

/** One alert: what it is about, what to do, and what was done. */
export default function AlertDialog({ alert, onClose }: AlertDialogProps) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const [read, setRead] = useState(alert);
  const [typed, setTyped] = useStoredState<TypedAlert>(`alert-form:${alert.id}`, alwaysRestore);
  const seen = typed?.seen ?? read;
  const [theirs, setTheirs] = useState(() =>
    overtakes(alert, seen, changesOf(typed, alert)) ? alert : null,
  );
  /** What was sent without getting a response: the shop may have stored it. */
  const unanswered = useRef<Handling[]>([]);
  const [isSaving, setSaving] = useState(false);
  const { title, advice } = alertWords(alert.kind);
  const { state = read.state, note = read.note ?? '' } = typed ?? {};
  const type = (change: TypedAlert) => setTyped((now) => ({ seen: read, ...now, ...change }));

  async function save(over: Alert): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    try {
      const saved = await store(over, changesOf(typed, over));
      setTheirs(saved.outcome === 'conflict' ? saved.theirs : null);
      if (saved.outcome === 'conflict') {
        if (saved.theirs) return;
        throw new AdminFailure('This alert no longer exists.', null, 404);
      }
      showToast({ title: 'Alert saved' });
      void queries.invalidateQueries({ queryKey: openAlertsKey });
      setRead(saved.row);
      let goesOn = false;
      setTyped((now) => {
        goesOn = now !== null && now !== typed;
        return goesOn ? { ...now, seen: saved.row } : null;
      });
      if (!goesOn) onClose();
    } catch (error) {
      showToast({
        title: 'Failed to save the alert',
        description: messageOf(error),
        variant: 'destructive',
      });
    } finally {
      setSaving(false);
      void queries.invalidateQueries({ queryKey: listKey('code_alerts') });
    }
  }

  async function store(over: Alert, changes: Partial<Handling>) {
    if (Object.keys(changes).length === 0) return { outcome: 'saved', row: over } as const;
    const before = [...unanswered.current];
    unanswered.current.push({ state: over.state, note: over.note, ...changes });
    const saved = await saveOverOwn(calls, 'code_alerts', over, changes, before);
    unanswered.current = [];
    return saved.outcome === 'conflict' && saved.theirs && !overtakes(saved.theirs, over, changes)
      ? saveUnchanged(calls, 'code_alerts', saved.theirs, changes)
      : saved;
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
            void save(seen);
          }}
        >
          {theirs ? (
            <ConflictNotice
              savedAt={theirs.updated_at}
              changed={changedFieldLabels(handlingOf(seen), handlingOf(theirs))}
              onTakeTheirs={() => {
                setRead(theirs);
                setTheirs(null);
                setTyped(null);
              }}
              onSaveMine={() => void save(theirs)}
            />
          ) : null}
          {theirs?.note && theirs.note !== seen.note ? (
            <Fact term="Their note">
              <span className="whitespace-pre-line wrap-anywhere">{theirs.note}</span>
            </Fact>
          ) : null}
          <SelectField
            label="State"
            options={alertStates}
            value={state}
            onChange={({ target }) => type({ state: target.value })}
          />
          <TextAreaField
            compact
            label="Note"
            name="note"
            maxLength={5000}
            value={note}
            onChange={({ target }) => type({ note: target.value })}
          />
          {read.closed_at ? <Closed by={read.closed_by} at={read.closed_at} /> : null}
          <Button type="submit" busy={isSaving}>
            Save alert
          </Button>
        </form>
      </div>
    </ModalDialog>
  );
}

const handlingOf = ({ state, note }: Handling): Handling => ({ state, note });

/** What was typed that differs from the alert. */
function changesOf(typed: TypedAlert | null, alert: Handling): Partial<Handling> {
  const { state = alert.state, note } = typed ?? {};
  const words = note === undefined ? alert.note : note.trim() || null;
  return {
    ...(state !== alert.state ? { state } : {}),
    ...(words !== alert.note ? { note: words } : {}),
  };
}

/** Whether somebody else has since changed any field that is changed here. */
function overtakes(theirs: Handling, seen: Handling, changes: Partial<Handling>): boolean {
  return (Object.keys(changes) as (keyof Handling)[]).some(
    (field) => theirs[field] !== seen[field],
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
