import { useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { dismissToasts } from '#app/components/ui/toast.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { validateFields } from './validate-fields.ts';

/** What went wrong, by field name; '' for the form as a whole. */
export type FieldProblems = Readonly<Record<string, string>>;

interface SubmitFormProps {
  label: string;
  submit: string;
  busyText: string;
  /** Resolves with what went wrong, which stays visible after the notice is gone; otherwise null. */
  onSubmit: (fields: FormData) => Promise<FieldProblems | null>;
  variant?: 'primary' | 'secondary';
  className?: string;
  /** Each field shows its own problem. */
  children: (problems: FieldProblems) => React.ReactNode;
}

/**
 * A form that waits for the response. It works once the page has hydrated; a click before that must
 * not put a password into the URL, hence `post`. What was typed stays, whatever the response, and
 * validation errors appear beside their fields.
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
    // Notices about the previous attempt no longer apply.
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
