import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { type FirstDayStep, firstDaySteps, type MailServer } from '#domain/first-day.ts';
import { stepWords } from './step-text.tsx';
import type { FirstDay } from './use-first-day.ts';
import { useConfirmNoTax } from './use-owners-answer.ts';
import { useTestMail } from './use-test-mail.ts';

/** What a new shop still needs; disappears once everything is done. */
export function FirstDayList({ firstDay }: { firstDay: FirstDay }) {
  const answer = useConfirmNoTax();
  const section = useRef<HTMLElement>(null);
  const done = firstDaySteps.length - firstDay.left.length;

  async function hide(): Promise<void> {
    // Otherwise focus would be lost with the button.
    document.getElementById('content')?.focus({ preventScroll: true });
    await answer('first_day_hidden', true, {
      title: 'Checklist hidden',
      description: 'You can bring it back in Settings.',
    });
  }

  return (
    <section
      ref={section}
      aria-label="First day"
      tabIndex={-1}
      className="rounded-md border border-line bg-paper outline-none"
    >
      <header className="flex items-center gap-x-4 border-b border-line py-1 pr-1 pl-4">
        <h2 className="font-sans text-base font-semibold">First day</h2>
        <p className="mr-auto text-sm text-ink-soft tabular-nums">
          {done} of {firstDaySteps.length} done
        </p>
        <Button variant="quiet" onClick={() => void hide()}>
          Hide
        </Button>
      </header>
      <ol className="divide-y divide-line">
        {firstDaySteps.map((step) => (
          <Step
            key={step}
            step={step}
            firstDay={firstDay}
            onDone={() => section.current?.focus({ preventScroll: true })}
          />
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  step: FirstDayStep;
  firstDay: FirstDay;
  /** Called before the clicked button disappears, since focus would be lost with it. */
  onDone: () => void;
}

function Step({ step, firstDay, onDone }: StepProps) {
  const { title, why, state, doneState, link } = stepWords[step];
  const isDone = !firstDay.left.includes(step);
  const said = isDone ? doneState?.(firstDay) : state?.(firstDay);
  return (
    <li className="flex gap-3 px-4 py-3">
      <Mark done={isDone} />
      <div className="flex min-w-0 flex-1 flex-col gap-x-6 gap-y-2.5 sm:flex-row sm:items-center">
        <div className="min-w-0 grow text-sm">
          <p className={clsx(isDone ? 'text-ink-soft' : 'font-semibold')}>
            {title}
            {isDone ? <span className="sr-only">, done</span> : null}
          </p>
          {isDone ? null : <p className="mt-0.5 max-w-prose text-ink-soft">{why}</p>}
          {said ? <p className="mt-0.5 max-w-prose text-ink-soft">{said}</p> : null}
        </div>
        {isDone ? null : (
          <div className="flex shrink-0 flex-wrap items-center gap-x-1 gap-y-2 empty:hidden">
            {step === 'tax' ? <NoTax onDone={onDone} /> : null}
            {step === 'mail' ? <TestMail server={firstDay.mail.server} onDone={onDone} /> : null}
            {link ? (
              <ButtonLink to={link.to} variant="secondary">
                {link.text}
              </ButtonLink>
            ) : null}
          </div>
        )}
      </div>
    </li>
  );
}

function Mark({ done }: { done: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'mt-px flex size-5 shrink-0 items-center justify-center rounded-full',
        done ? 'bg-pine text-bone' : 'border border-line-strong',
      )}
    >
      {done ? <Check className="size-3.5" strokeWidth={3} /> : null}
    </span>
  );
}

function NoTax({ onDone }: { onDone: () => void }) {
  const answer = useConfirmNoTax();
  const [saving, setSaving] = useState(false);
  return (
    <Button
      variant="quiet"
      className="max-sm:-ml-5"
      aria-disabled={saving}
      onClick={async () => {
        if (saving) return;
        setSaving(true);
        onDone();
        await answer('charges_no_tax', true, {
          title: 'Saved: you charge no tax',
          description: 'You can take it back under Taxes.',
        });
        setSaving(false);
      }}
    >
      I charge no tax
    </Button>
  );
}

function TestMail({ server, onDone }: { server: MailServer; onDone: () => void }) {
  const { sending, send } = useTestMail(server, onDone);
  if (server === 'none') return null;
  return (
    <Button variant="secondary" aria-disabled={sending} onClick={() => void send()}>
      {sending ? 'Sending...' : 'Send a test email to me'}
    </Button>
  );
}
