import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { formatUnitCode, hasValidCheckCharacter, readUnitCode } from '#domain/unit-code.ts';
import { Fact } from '../data/fact.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { FormSection } from '../form/form-section.tsx';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';
import { Moment } from '../table/moment.tsx';
import type { Batch } from './batch-text.ts';
import { countRows } from './count-rows.ts';
import { batchKey } from './read-batch.ts';
import { useBatchChanges } from './use-batch-changes.tsx';

/**
 * The stock of unit codes: how many there are and what happened to them. The codes themselves are
 * never read.
 */
export function UnitsSection({ batch }: { batch: Batch }) {
  const calls = useAdminCalls();
  const { data } = useQuery({
    queryKey: [...batchKey(batch.id), 'units'],
    queryFn: async () => {
      const count = (narrow: (query: UnitQuery) => UnitQuery) =>
        countRows(calls, (tables) =>
          narrow(
            tables
              .from('unit_codes')
              .select('id', { count: 'exact', head: true })
              .eq('batch_id', batch.id) as unknown as UnitQuery,
          ),
        );
      const [issued, checked, voided, voids] = await Promise.all([
        count((all) => all),
        count((all) => all.not('first_checked_at', 'is', null)),
        count((all) => all.eq('status', 'void')),
        calls.run((tables) =>
          tables
            .from('unit_codes')
            .select('id, created_at, first_checked_at, check_count')
            .eq('batch_id', batch.id)
            .eq('status', 'void')
            .order('id', { ascending: false })
            .limit(50),
        ),
      ]);
      return { issued, checked, voided, voids };
    },
  });
  const closed = batch.status === 'blocked' || batch.status === 'recalled';
  return (
    <FormSection
      title="Unit codes"
      description="One secret code for each jar, under its seal and as a QR code. Codes are shown once, when they are issued."
    >
      <dl className="grid grid-cols-2 gap-4 text-sm sm:grid-cols-4">
        <Fact figure term="Units made">
          {batch.units_made ?? '–'}
        </Fact>
        <Fact figure term="Codes issued">
          {data?.issued ?? '–'}
        </Fact>
        <Fact figure term="Checked at least once">
          {data?.checked ?? '–'}
        </Fact>
        <Fact figure term="Void">
          {data?.voided ?? '–'}
        </Fact>
      </dl>
      {closed ? (
        <p className="text-sm text-ink-soft">
          A batch that is blocked or recalled can be issued no more codes.
        </p>
      ) : (
        <ButtonLink variant="secondary" to={`/admin/batches/${batch.id}/codes`}>
          Issue codes and print labels
        </ButtonLink>
      )}
      <VoidUnit batch={batch} />
      {data && data.voids.length > 0 ? (
        <ul aria-label="Void units" className="divide-y divide-line text-sm">
          {data.voids.map((unit) => (
            <li key={unit.id} className="flex flex-wrap items-center gap-x-4 py-2">
              <span className="min-w-0 flex-1">
                Unit {unit.id}
                <span className="block text-ink-soft">
                  Issued <Moment at={unit.created_at} />,{' '}
                  {unit.check_count === 1 ? 'checked once' : `checked ${unit.check_count} times`}
                </span>
              </span>
              <RestoreUnit batch={batch} unitId={unit.id} />
            </li>
          ))}
        </ul>
      ) : null}
    </FormSection>
  );
}

interface UnitQuery
  extends PromiseLike<{
    count: number | null;
    error: { message: string; code: string } | null;
    status: number;
  }> {
  eq(column: 'status', value: 'void'): UnitQuery;
  not(column: 'first_checked_at', operator: 'is', value: null): UnitQuery;
}

/** Voids the code of a lost or spoiled label. */
function VoidUnit({ batch }: { batch: Batch }) {
  const { changeAfter } = useBatchChanges(batch);
  const [typed, setTyped] = useStoredState<string>(`void-unit:${batch.id}`, alwaysRestore);
  const code = typed ?? '';
  const [error, setError] = useState<string>();

  async function voidCode(): Promise<void> {
    const read = readUnitCode(code);
    const wrong = !read || !hasValidCheckCharacter(read);
    setError(wrong ? 'This is not a unit code: 11 letters and digits from a label.' : undefined);
    if (wrong) return;
    let owner = batch.code;
    const done = await changeAfter(
      {
        title: `Void ${formatUnitCode(read)}?`,
        text: 'Anyone who checks it will learn that this label is no longer in use, and you will get an alert. You can undo this.',
        confirm: 'Void',
        danger: true,
      },
      async ({ invoke }) => {
        const { unit } = await invoke<{ unit: { batch: string } }>('void-unit', { code: read });
        owner = unit.batch;
      },
      {
        done: () =>
          owner === batch.code
            ? 'Unit code is void'
            : `Unit code is void: it belongs to batch ${owner}, not to ${batch.code}`,
        failed: 'Failed to void the unit code',
      },
    );
    if (done) setTyped((now) => (now === typed ? null : now));
  }

  return (
    <form
      aria-label="Void a unit"
      noValidate
      className="flex flex-wrap items-start gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        void voidCode();
      }}
    >
      <TextField
        compact
        label="Void a lost label"
        name="unit-code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="Type or scan its code."
        value={code}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
        className="w-64 max-w-full"
      />
      <Button type="submit" variant="secondary" className="sm:mt-6.5">
        Void
      </Button>
    </form>
  );
}

function RestoreUnit({ batch, unitId }: { batch: Batch; unitId: number }) {
  const { changeAfter } = useBatchChanges(batch);
  return (
    <Button
      variant="secondary"
      onClick={() =>
        void changeAfter(
          {
            title: `Restore unit ${unitId} of ${batch.code}?`,
            text: 'Checks of its code answer as before it was void.',
            confirm: 'Restore',
          },
          ({ invoke }) => invoke('void-unit', { unitId, undo: true }),
          { done: 'Unit code restored', failed: 'Failed to change the unit code' },
        )
      }
    >
      Restore
    </Button>
  );
}
