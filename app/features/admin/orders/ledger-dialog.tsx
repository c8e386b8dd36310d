import { useEffect, useRef, useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { messageOf } from '../data/admin-failure.ts';
import { formatSum } from '../data/format-sum.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { SelectField } from '../form/select-field.tsx';
import { type Days, type ExportedLedger, exportLedger } from './export-ledger.ts';
import { ledgerPeriods } from './ledger-periods.ts';

type Outcome =
  | { kind: 'reading'; done: number }
  | { kind: 'failed'; message: string }
  | ({ kind: 'saved' } & ExportedLedger);

/** Asks which days to export for the accountant. */
export function LedgerDialog({ onClose }: { onClose: () => void }) {
  const calls = useAdminCalls();
  const { site } = useShop();
  const [periods] = useState(() => ledgerPeriods(new Date(), site.timeZone));
  const [days, setDays] = useState<Days>(periods[1]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const chosen = periods.find(({ first, last }) => first === days.first && last === days.last);
  const reading = outcome?.kind === 'reading';
  const underWay = useRef<AbortController>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  const choose = (next: Days) => {
    setDays(next);
    setOutcome(null);
  };

  async function download(): Promise<void> {
    if (!days.first || !days.last || days.last < days.first) {
      setOutcome({
        kind: 'failed',
        message: 'Choose a first day and a last day that is not before it.',
      });
      return;
    }
    setOutcome({ kind: 'reading', done: 0 });
    underWay.current = new AbortController();
    const { signal } = underWay.current;
    try {
      const saved = await exportLedger(calls, days, site.timeZone, signal, (done) =>
        setOutcome({ kind: 'reading', done }),
      );
      setOutcome({ kind: 'saved', ...saved });
    } catch (error) {
      setOutcome({ kind: 'failed', message: `Export failed. ${messageOf(error)}` });
    }
  }

  return (
    <ModalDialog open onOpenChange={(open) => open || onClose()} title="Export for accounting">
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!reading) void download();
        }}
      >
        <p className="text-sm text-ink-soft">
          One row for each sale, refund and lost dispute, with what it is made of. Days are the
          shop’s ({site.timeZone}).
        </p>
        <SelectField
          label="Period"
          name="period"
          value={chosen?.label ?? ''}
          disabled={reading}
          options={[
            ...periods.map(({ label }) => ({ value: label, label })),
            { value: '', label: 'Other days' },
          ]}
          onChange={({ target }) => {
            const period = periods.find(({ label }) => label === target.value);
            choose(period ?? { first: '', last: '' });
          }}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            compact
            label="First day"
            name="first"
            type="date"
            value={days.first}
            max={days.last}
            disabled={reading}
            onChange={({ target }) => choose({ ...days, first: target.value })}
          />
          <TextField
            compact
            label="Last day"
            name="last"
            type="date"
            value={days.last}
            min={days.first}
            disabled={reading}
            onChange={({ target }) => choose({ ...days, last: target.value })}
          />
        </div>
        <Button type="submit" aria-disabled={reading}>
          {reading ? `${outcome.done.toLocaleString('en-US')} rows read…` : 'Download CSV'}
        </Button>
        <p role="status" className="text-sm">
          {outcome?.kind === 'saved' ? describe(outcome) : null}
        </p>
        {outcome?.kind === 'failed' ? (
          <p role="alert" className="text-sm font-medium text-danger">
            {outcome.message}
          </p>
        ) : null}
      </form>
    </ModalDialog>
  );
}

function describe({ rows, amount }: ExportedLedger): string {
  if (rows === 0) return 'No money came or went on these days.';
  return `Saved ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}, ${formatSum(amount)} in all.`;
}
