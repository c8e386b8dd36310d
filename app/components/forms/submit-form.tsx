import { useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { dismissToasts } from '#app/components/ui/toast.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';

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
  children: React.ReactNode | ((problems: FieldProblems) => React.ReactNode);
}

/**
 * A form whose answer is awaited. It can be sent once the page is alive; until then a press must
 * not put a password into the address, hence `post`. What was typed stays, whatever the answer.
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
    setBusy(true);
    // What was said about the last try is settled.
    dismissToasts();
    const found = (await onSubmit(new FormData(event.currentTarget))) ?? {};
    setProblems(found);
    setBusy(false);
    const [wrong] = Object.keys(found);
    const field = wrong ? form.current?.elements.namedItem(wrong) : null;
    if (field instanceof HTMLElement) field.focus();
  }

  return (
    <form ref={form} method="post" aria-label={label} onSubmit={send} className="space-y-5">
      {typeof children === 'function' ? children(problems) : children}
      <p role="alert" className="text-sm font-medium text-danger empty:hidden">
        {problems['']}
      </p>
      <Button
        type="submit"
        size="lg"
        variant={variant}
        className={className}
        disabled={!alive}
        aria-disabled={busy}
      >
        {busy ? busyText : submit}
      </Button>
    </form>
  );
}
