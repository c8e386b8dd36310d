import { useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { dismissToasts } from '#app/components/ui/toast.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { validateFields } from './validate-fields.ts';

/** What went wrong, by the name of the field that it is about; '' for the form as a whole. */
export type FieldProblems = Readonly<Record<string, string>>;

interface SubmitFormProps {
  label: string;
  submit: string;
  busyText: string;
  /** Resolves with what went wrong, to stay in sight when its notice has gone; else null. */
  onSubmit: (fields: FormData) => Promise<FieldProblems | null>;
  variant?: 'primary' | 'secondary';
  className?: string;
  /** Each field shows its own problem. */
  children: (problems: FieldProblems) => React.ReactNode;
}

/**
 * A form whose answer is awaited. It can be sent once the page is alive; until then a press must
 * not put a password into the URL, hence `post`. What was typed stays, whatever the answer, and
 * what cannot be sent says so beside its field.
 */
export function SubmitForm({
  label,
  submit,
  busyText,
  onSubmit,
  variant,
  className = 'w-full',
  children,
}: SubmitFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<FieldProblems>({});
  const alive = useHydrated();

  async function send(event: React.FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const sent = event.currentTarget;
    // What was said about the last try is settled.
    dismissToasts();
    const unfit = validateFields(sent);
    if (Object.keys(unfit).length > 0) return show(unfit);
    setBusy(true);
    const found = (await onSubmit(new FormData(sent))) ?? {};
    setBusy(false);
    show(found);
  }

  function show(found: FieldProblems): void {
    setProblems(found);
    const [wrong] = Object.keys(found);
    const field = wrong ? form.current?.elements.namedItem(wrong) : null;
    if (field instanceof HTMLElement) field.focus();
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate={alive}
      aria-label={label}
      onSubmit={send}
      className="space-y-5"
    >
      {children(problems)}
      <p role="alert" className="text-sm font-medium text-danger empty:hidden">
        {problems['']}
      </p>
      <Button
        type="submit"
        size="lg"
        variant={variant}
        className={className}
        disabled={!alive}
        busy={busy}
      >
        {busy ? busyText : submit}
      </Button>
    </form>
  );
}
