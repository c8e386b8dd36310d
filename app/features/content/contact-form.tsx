import { useEffect, useRef } from 'react';
import { Form, useNavigation, useSearchParams } from 'react-router';
import { createFormDraft } from '#app/components/forms/form-draft.ts';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { honeypotField } from './contact-message.ts';
import { contactTexts } from './contact-texts.ts';
import { startMinimumTime } from './pace-sending.ts';
import type { ContactAnswer } from './send-message.ts';

const draft = createFormDraft('contact-draft', ['name', 'email', 'phone', 'message']);

/** Works by plain POST too; then the response is shown above the form instead of in a notice. */
export function ContactForm({ answer }: { answer: ContactAnswer | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  // A link may supply a question, for example from a product that is sold out.
  const about = useSearchParams()[0].get('about')?.trim().slice(0, 200);
  const sending = useNavigation().formAction?.startsWith('/contact') ?? false;

  useEffect(startMinimumTime, []);

  // Our own messages appear next to each field; the browser's bubbles are for visitors without scripts.
  useEffect(() => form.current?.setAttribute('novalidate', ''), []);

  useEffect(() => {
    const question = about ? { message: `When will ${about} be back?` } : {};
    if (form.current) draft.restore(form.current, question);
  }, [about]);

  useEffect(() => {
    if (answer?.state === 'sent') {
      // Text typed while sending belongs to the next message.
      if (draft.settle(form.current)) form.current?.reset();
      showToast(contactTexts.sent);
    } else if (answer?.state === 'failed') {
      showToast({ ...contactTexts.failed, variant: 'destructive' });
    } else if (answer?.state === 'rejected') {
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    }
  }, [answer]);

  const values = answer && answer.state !== 'sent' ? answer.values : null;
  const errors = answer?.state === 'rejected' ? answer.errors : {};
  const outcome = answer && answer.state !== 'rejected' ? contactTexts[answer.state] : null;

  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      className="space-y-5"
      onSubmit={(event) => draft.noteSent(event.currentTarget)}
      onInput={(event) => draft.store(event.currentTarget)}
    >
      {outcome && !hydrated ? (
        <p className="rounded-md border border-ink bg-paper p-5">
          <strong>{outcome.title}</strong> {outcome.description}
        </p>
      ) : null}
      <p className="text-sm text-ink-soft">* Required fields</p>
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={500}
        defaultValue={values?.name}
        error={errors.name}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={500}
        defaultValue={values?.email}
        error={errors.email}
      />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        required
        maxLength={200}
        defaultValue={values?.phone}
        error={errors.phone}
      />
      <TextAreaField
        label="Message"
        name="message"
        required
        maxLength={20_000}
        defaultValue={values?.message}
        error={errors.message}
      />
      <div aria-hidden="true" className="hidden">
        <input name={honeypotField} tabIndex={-1} autoComplete="off" />
      </div>
      <Button type="submit" size="lg" busy={sending}>
        {sending ? 'Sending…' : 'Send message'}
      </Button>
    </Form>
  );
}
