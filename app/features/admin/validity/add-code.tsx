import { useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { AdminFailure } from '../data/admin-failure.ts';
import type { AdminCalls } from '../data/use-admin-calls.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import { type DraftRow, nextDraft, sendDraft } from '../form/draft-row.ts';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';
import { defaultProductName, refuseCode } from './code-rules.ts';

interface TypedCode extends DraftRow {
  code: string;
  product: string;
}

/** Adds one code, with the product name that a VALID answer will show. */
export function AddCode() {
  const { change } = useRowActions('product_validity_view');
  const [typed, setTyped] = useStoredState<TypedCode>('new-code', alwaysRestore);
  const { code = '', product = '' } = typed ?? {};
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);

  const type = (change: Partial<TypedCode>) =>
    setTyped((now) => ({ ...(now ?? { id: crypto.randomUUID(), code, product }), ...change }));

  async function add(): Promise<void> {
    const wanted = code.trim();
    if (wanted === '') {
      showToast({ title: 'Please enter a code', variant: 'destructive' });
      return;
    }
    const refusal = refuseCode(wanted);
    setProblem(refusal ?? undefined);
    if (refusal || !typed) return;
    setBusy(true);
    const sent = sendDraft(typed, JSON.stringify([wanted, product.trim()]));
    setTyped(sent);
    const insert = async (calls: AdminCalls) => {
      try {
        await insertCode(calls, { ...sent, code: wanted });
        setTyped((now) => nextDraft(now, sent));
      } finally {
        setBusy(false);
      }
    };
    await change(insert, {
      done: 'Validity code added successfully',
      failed: 'Failed to add validity code',
    });
  }

  return (
    <form
      aria-label="Add a code"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void add();
      }}
      className="mb-5 flex flex-wrap items-end gap-3 rounded-md border border-line bg-paper p-4"
    >
      <TextField
        compact
        label="New code"
        name="code"
        placeholder="SH1234"
        autoComplete="off"
        className="w-full sm:w-64"
        value={code}
        error={problem}
        onChange={(event) => {
          type({ code: event.target.value });
          setProblem(undefined);
        }}
      />
      <TextField
        compact
        label="Product"
        name="product"
        placeholder={defaultProductName}
        autoComplete="off"
        maxLength={200}
        className="w-full sm:w-64"
        value={product}
        onChange={(event) => type({ product: event.target.value })}
      />
      <Button type="submit" aria-disabled={busy}>
        {busy ? 'Adding...' : 'Add code'}
      </Button>
    </form>
  );
}

async function insertCode(calls: AdminCalls, { code, product, id }: TypedCode): Promise<void> {
  try {
    await calls.run((tables) =>
      tables
        .from('validity_codes')
        .insert({ id, code, product_name: product.trim() || defaultProductName })
        .select('id'),
    );
  } catch (error) {
    if (!(error instanceof AdminFailure && error.code === '23505')) throw error;
    const own = await calls.run((tables) =>
      tables.from('validity_codes').select('id').eq('id', id).eq('code', code),
    );
    if (own.length === 0) throw error;
  }
}
