import { useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import { defaultProductName, refuseCode } from './code-rules.ts';

/** Adds one code (specification §5, §7). */
export function AddCode() {
  const { change } = useRowActions('product_validity_view');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);

  async function add(): Promise<void> {
    const wanted = code.trim();
    if (wanted === '') {
      showToast({ title: 'Please enter a code', variant: 'destructive' });
      return;
    }
    const refusal = refuseCode(wanted);
    setProblem(refusal ?? undefined);
    if (refusal) return;
    setBusy(true);
    const added = await change(
      (calls) =>
        calls.run((tables) =>
          tables
            .from('validity_codes')
            .insert({ code: wanted, product_name: defaultProductName })
            .select('id'),
        ),
      { done: 'Validity code added successfully', failed: 'Failed to add validity code' },
    );
    setBusy(false);
    if (added) setCode('');
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
          setCode(event.target.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" aria-disabled={busy}>
        {busy ? 'Adding...' : 'Add code'}
      </Button>
    </form>
  );
}
