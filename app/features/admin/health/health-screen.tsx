import { useQuery } from '@tanstack/react-query';
import { Badge } from '#app/components/ui/badge.tsx';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { Moment } from '../table/moment.tsx';
import { ConfirmRestore } from './confirm-restore.tsx';
import { type Incident, useIncidents } from './use-incidents.ts';

/** Response of `health` (docs/functions.md). */
interface Finding {
  about: string;
  state: 'ok' | 'fault' | 'unchecked';
  detail: string;
}

const badges = {
  ok: { tone: 'positive', word: 'Fine' },
  fault: { tone: 'negative', word: 'To do' },
  unchecked: { tone: 'waiting', word: 'Unknown' },
} as const;

/** The shop's state, what keeps it from working, and what to do. */
export default function HealthScreen() {
  const calls = useAdminCalls();
  const incidents = useIncidents();
  const health = useQuery({
    queryKey: ['health'],
    queryFn: () => calls.invoke<{ findings: Finding[] }>('health', {}),
    refetchOnMount: 'always',
    refetchInterval: 60_000,
  });
  const failure = incidents.error ?? health.error;
  const open = incidents.data?.filter(({ closed_at }) => closed_at === null) ?? [];
  const over = incidents.data?.filter(({ closed_at }) => closed_at !== null) ?? [];
  return (
    <>
      <ScreenHeading title="Health" />
      {failure ? (
        <p role="alert" className="mb-5 text-sm text-danger">
          {messageOf(failure)}
        </p>
      ) : null}
      <div className="max-w-3xl space-y-5">
        {incidents.data ? <OpenIncidents incidents={open} /> : null}
        <section aria-label="Checks" className="rounded-md border border-line bg-paper">
          <h2 className="border-b border-line px-4 py-3 font-sans text-base font-semibold">
            Looked at just now
          </h2>
          <dl className="divide-y divide-line">
            {health.data?.findings.map(({ about, state, detail }) => (
              <div
                key={about + detail}
                className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-4 py-3 text-sm sm:grid-cols-[12rem_1fr_auto]"
              >
                <dt className="font-semibold first-letter:uppercase">{about}</dt>
                <dd className="order-last col-span-2 min-w-0 text-ink-soft first-letter:uppercase wrap-anywhere sm:order-none sm:col-span-1">
                  {detail}
                </dd>
                <dd>
                  <Badge tone={badges[state].tone}>{badges[state].word}</Badge>
                </dd>
              </div>
            ))}
          </dl>
        </section>
        {over.length > 0 ? <PastIncidents incidents={over} /> : null}
      </div>
    </>
  );
}

function OpenIncidents({ incidents }: { incidents: readonly Incident[] }) {
  if (incidents.length === 0) {
    return (
      <p className="rounded-md border border-line bg-paper px-4 py-4 text-sm">No problems found.</p>
    );
  }
  return (
    <section aria-label="Now" className="space-y-3">
      {incidents.map(({ id, kind, title, advice, detail, opened_at }) => (
        <article
          key={id}
          className="space-y-1.5 rounded-md border border-danger bg-danger-soft px-4 py-3 text-sm"
        >
          <h2 className="font-sans text-base font-semibold text-danger">{title}</h2>
          <p className="wrap-anywhere">{detail}</p>
          <p>{advice}</p>
          {kind === 'restore_unconfirmed' ? <ConfirmRestore /> : null}
          <p>
            Since <Moment at={opened_at} />
          </p>
        </article>
      ))}
    </section>
  );
}

function PastIncidents({ incidents }: { incidents: readonly Incident[] }) {
  return (
    <section aria-label="Over" className="rounded-md border border-line bg-paper">
      <h2 className="border-b border-line px-4 py-3 font-sans text-base font-semibold">Over</h2>
      <ul className="divide-y divide-line">
        {incidents.map(({ id, title, opened_at, closed_at }) => (
          <li key={id} className="px-4 py-3 text-sm">
            <p className="font-semibold">{title}</p>
            <p className="text-ink-soft">
              <Moment at={opened_at} /> to <Moment at={closed_at ?? opened_at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
