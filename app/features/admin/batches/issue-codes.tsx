import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type QRCode from 'qrcode';
import { useState } from 'react';
import { useParams } from 'react-router';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { importPart } from '#app/lib/import-part.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { gs1LinkPath } from '#domain/gs1-link.ts';
import { formatUnitCode } from '#domain/unit-code.ts';
import { isUuid } from '#domain/uuid.ts';
import { isUnanswered, messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { FormSection } from '../form/form-section.tsx';
import { HealthClaimAdvice } from '../form/health-claim-advice.tsx';
import { SelectField } from '../form/select-field.tsx';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import { saveCsv } from '../orders/save-csv.ts';
import { useRemembered } from '../packing/use-remembered.ts';
import { MissingRow } from '../shell/missing-row.tsx';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { backToBatches } from './batch-form.tsx';
import { type LabelSheet, labelSheets } from './label-sheets.ts';
import { batchKey } from './read-batch.ts';
import { UnitLabels } from './unit-labels.tsx';

const most = 10_000;

const leaveQuestion = {
  title: 'Leave without the codes?',
  text: 'These codes are shown only once, and the shop cannot show them again. Download or print them first.',
  confirm: 'Leave',
  cancel: 'Stay',
  danger: true,
};

/** Issues unit codes for a batch, as a file or on label sheets. */
export default function IssueCodes() {
  const { id = '' } = useParams();
  const calls = useAdminCalls();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [...batchKey(id), 'labels'],
    queryFn: async () => {
      if (!isUuid(id)) return null;
      const [batch] = await calls.run((tables) =>
        tables.from('batches').select('id, code, status, product_id').eq('id', id),
      );
      if (!batch) return null;
      const of = batch.product_id ?? '';
      const [[product], [requirements]] = batch.product_id
        ? await Promise.all([
            calls.run((tables) => tables.from('products').select('name').eq('id', of)),
            calls.run((tables) =>
              tables.from('product_requirements').select('gtin').eq('product_id', of),
            ),
          ])
        : [[], []];
      return { ...batch, product: product?.name ?? '', gtin: requirements?.gtin ?? null };
    },
    refetchOnWindowFocus: false,
  });
  if (isPending) return <ScreenLoading />;
  if (!data) {
    return <MissingRow noun="batch" back={backToBatches} onRetry={isError ? refetch : undefined} />;
  }
  const back = { to: `/admin/batches/${id}`, label: 'Back to the batch' };
  return (
    <>
      <ScreenHeading title={`Unit codes of ${data.code}`} back={back} />
      <Issue batch={data} />
    </>
  );
}

interface LabeledBatch {
  id: string;
  code: string;
  product: string;
  gtin: string | null;
}

function Issue({ batch }: { batch: LabeledBatch }) {
  const calls = useAdminCalls();
  const ask = useConfirm();
  const [typed, setTyped] = useStoredState<string>(`issue-codes:${batch.id}`, alwaysRestore);
  const count = typed ?? '100';
  const [error, setError] = useState<string>();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [taken, setTaken] = useState(false);
  useUnsavedWarning(codes !== null && !taken, leaveQuestion);

  async function issue(): Promise<void> {
    const wanted = Number(count);
    const isCount = /^\d{1,5}$/.test(count.trim()) && wanted >= 1 && wanted <= most;
    setError(isCount ? undefined : 'Enter a whole number from 1 to 10,000.');
    if (!isCount || busy) return;
    if (codes && !taken && !(await ask({ ...leaveQuestion, confirm: 'Issue others' }))) return;
    setBusy(true);
    try {
      const issued = await calls.invoke<{ codes: string[] }>('issue-codes', {
        batchId: batch.id,
        count: wanted,
      });
      setCodes(issued.codes);
      setTyped((now) => (now === typed ? null : now));
      setTaken(false);
    } catch (failure) {
      showToast({
        title: 'No codes were received',
        description: isUnanswered(failure)
          ? 'The response did not arrive. If codes were issued, no one has seen them, and they cannot be used. Please issue new ones.'
          : messageOf(failure),
        variant: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="max-w-3xl space-y-6">
      <form
        aria-label="Issue codes"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void issue();
        }}
      >
        <FormSection
          title="Issue codes"
          description="Print one for each jar, under the seal, plus a few spares. The change log records who issued them."
        >
          <TextField
            compact
            label="How many"
            required
            name="count"
            inputMode="numeric"
            autoComplete="off"
            className="max-w-48"
            value={count}
            error={error}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" busy={busy}>
            {busy ? 'Issuing...' : 'Issue codes'}
          </Button>
        </FormSection>
      </form>
      {codes ? <Issued batch={batch} codes={codes} onTaken={() => setTaken(true)} /> : null}
    </div>
  );
}

interface IssuedProps {
  batch: LabeledBatch;
  codes: readonly string[];
  onTaken: () => void;
}

function Issued({ batch, codes, onTaken }: IssuedProps) {
  const { origin } = useShop();
  const [keptSheet, setSheet] = useRemembered('unit-label-sheet', 'avery-5160');
  const sheet: LabelSheet = keptSheet in labelSheets ? (keptSheet as LabelSheet) : 'avery-5160';
  const [text, setText] = useRemembered('unit-label-text', 'Scan to check this jar');
  const [used, setUsed] = useState('0');
  const [print, setPrint] = useState<{ create: typeof QRCode.create } | null>(null);
  const { perPage } = labelSheets[sheet];
  const usedUp = /^\d{1,2}$/.test(used) && Number(used) < perPage ? Number(used) : null;
  const labels = codes.map((code) => ({
    code,
    address: `${origin}${batch.gtin ? gs1LinkPath({ gtin: batch.gtin, batch: batch.code, unit: code }) : `/u/${code}`}`,
  }));

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      showToast({
        title: 'That did not work',
        description: messageOf(failure),
        variant: 'destructive',
      });
    }
  }
  const download = () =>
    attempt(async () => {
      await saveCsv(
        `unit-codes-${batch.code}.csv`,
        labels.map(({ code, address }) => ({
          code,
          printed: formatUnitCode(code),
          address,
          batch: batch.code,
          product: batch.product,
        })),
      );
      onTaken();
    });
  const open = () =>
    attempt(async () => {
      const { default: library } = await importPart(() => import('qrcode'));
      setPrint({ create: library.create });
    });

  return (
    <FormSection
      title={`${codes.length.toLocaleString('en-US')} ${codes.length === 1 ? 'code' : 'codes'} of ${batch.code}`}
    >
      <p
        role="status"
        className="rounded-sm border border-saffron bg-bone p-4 text-sm font-semibold"
      >
        These codes are shown only once. Download or print them now; they cannot be shown again.
      </p>
      <Button onClick={() => void download()}>Download CSV</Button>
      <div className="space-y-4 border-t border-line pt-4">
        <h3 className="font-sans text-sm font-semibold">Label sheets</h3>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField
            label="Sheet"
            value={sheet}
            options={Object.entries(labelSheets).map(([value, { label }]) => ({ value, label }))}
            onChange={({ target }) => setSheet(target.value)}
          />
          <TextField
            compact
            label="Labels already used on the first sheet"
            name="used"
            inputMode="numeric"
            autoComplete="off"
            value={used}
            error={usedUp === null ? `Enter a whole number from 0 to ${perPage - 1}.` : undefined}
            onChange={({ target }) => setUsed(target.value)}
          />
        </div>
        <TextField
          compact
          label="Text on each label"
          name="label-text"
          maxLength={40}
          hint="Up to 40 characters. Remembered for next time."
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <HealthClaimAdvice text={text} />
        <p className="text-sm text-ink-soft">
          {`${Math.ceil((codes.length + (usedUp ?? 0)) / perPage)} sheets. Print at 100 %, without margins or scaling.`}
        </p>
        <Button
          variant="secondary"
          aria-disabled={usedUp === null}
          onClick={() => usedUp !== null && void open()}
        >
          <Printer aria-hidden="true" className="size-4" />
          Print {codes.length === 1 ? '1 label' : `${codes.length.toLocaleString('en-US')} labels`}
        </Button>
      </div>
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-semibold">
          Show the codes
        </summary>
        <ul
          aria-label="Unit codes"
          className="grid max-h-96 grid-cols-2 gap-x-4 overflow-y-auto font-mono text-sm sm:grid-cols-4"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          tabIndex={0}
        >
          {codes.map((code) => (
            <li key={code}>{formatUnitCode(code)}</li>
          ))}
        </ul>
      </details>
      {print && usedUp !== null ? (
        <UnitLabels
          labels={labels}
          sheet={sheet}
          used={usedUp}
          text={text.trim()}
          batch={batch.code}
          host={new URL(origin).host}
          create={print.create}
          onPrinted={() => {
            setPrint(null);
            onTaken();
          }}
        />
      ) : null}
    </FormSection>
  );
}
