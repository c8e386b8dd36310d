import { useEffect, useRef, useState } from 'react';
import { Form, useNavigation, useSearchParams } from 'react-router';
import { createFormDraft } from '#app/components/forms/form-draft.ts';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { PageIntro } from '#app/components/page/page-intro.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useShop } from '#app/lib/use-shop.ts';
import type { ReportAnswer } from './send-report.ts';

const draft = createFormDraft('report-draft', ['code', 'message', 'boughtAt', 'email', 'reportId']);

/** For reporting something suspicious about a jar or its code. */
export function ReportForm({ answer }: { answer: ReportAnswer | null }) {
  const form = useRef<HTMLFormElement>(null);
  const linked = useSearchParams()[0].get('code') ?? '';
  const hydrated = useHydrated();
  const { publishableKey } = useShop();
  const sending = useNavigation().state === 'submitting';
  /** Of the latest answer: whether all that is in the form was sent. */
  const [arrived, setArrived] = useState<'whole' | 'in part' | null>(
    answer?.state === 'sent' ? 'whole' : null,
  );
  useEffect(() => {
    if (form.current) draft.restore(form.current);
  }, []);
  useEffect(() => {
    if (answer?.state === 'sent') setArrived(draft.settle(form.current) ? 'whole' : 'in part');
    if (answer?.state === 'refused') {
      setArrived(null);
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    }
  }, [answer]);
  const refused = answer?.state === 'refused' ? answer : null;
  const problemOf = (field: string) => (refused?.field === field ? refused.message : undefined);
  return (
    <div className="page-width min-h-[70vh] pt-4 pb-24">
      <PageIntro label="Report" to="/report" title="Tell us what looks wrong">
        <p>
          A broken seal, a label that looks wrong, a code that was checked before: we look into
          every report.
        </p>
      </PageIntro>
      {arrived === 'whole' ? (
        <div role="status" className="max-w-2xl rounded-md border-2 border-pine bg-pine-soft p-6">
          <p className="font-display text-display-sm text-pine">Thank you</p>
          <p className="mt-2">
            Your report has reached us. If you left an email address, we write to you.
          </p>
          <p className="mt-3">
            <Link to="/validity" className="text-link font-semibold">
              Check another code
            </Link>
          </p>
        </div>
      ) : (
        <Form
          ref={form}
          method="post"
          // Files are only sent with scripts: the form for the server is text-only.
          encType={hydrated ? 'multipart/form-data' : undefined}
          preventScrollReset
          className="max-w-2xl space-y-5"
          onSubmit={({ currentTarget }) => {
            // Sent again, after a lost response or with more in it, it is the same report. Before that
            // it has no id, which a duplicated tab would copy.
            const id = currentTarget.elements.namedItem('reportId') as HTMLInputElement;
            id.value ||= crypto.randomUUID();
            draft.store(currentTarget);
            draft.noteSent(currentTarget);
          }}
          onInput={(event) => draft.store(event.currentTarget)}
        >
          <input type="hidden" name="reportId" />
          <input type="hidden" name="publishableKey" value={publishableKey} />
          {refused?.field === '' ? (
            <p
              role="alert"
              className="rounded-md border border-danger bg-danger-soft p-4 text-danger"
            >
              {refused.message}
            </p>
          ) : null}
          <TextField
            label="Code"
            name="code"
            hint="From the lid or under the seal, if there is one"
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            defaultValue={refused?.values.code ?? linked}
            error={problemOf('code')}
          />
          <TextAreaField
            label="What looks wrong?"
            name="message"
            required
            maxLength={5000}
            defaultValue={refused?.values.message}
            error={problemOf('message')}
          />
          <TextField
            label="Where did you buy it?"
            name="boughtAt"
            maxLength={300}
            defaultValue={refused?.values.boughtAt}
            error={problemOf('boughtAt')}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            hint="Only if we may write to you about it"
            autoComplete="email"
            maxLength={254}
            defaultValue={refused?.values.email}
            error={problemOf('email')}
          />
          <TextField
            label="Pictures"
            name="pictures"
            type="file"
            accept="image/*"
            multiple
            hint="Up to three, 5 MB each. Only we see them, and where they were taken is removed."
            className="[@media(scripting:none)]:hidden [&_input]:py-3"
            error={problemOf('pictures')}
          />
          <p role="status" className="font-semibold text-pine empty:hidden">
            {arrived === 'in part' && !sending
              ? 'Your report has reached us, without what you changed while it was being sent. Send it again to add that.'
              : null}
          </p>
          <Button type="submit" size="lg" busy={sending}>
            {sending ? 'Sending…' : 'Send report'}
          </Button>
        </Form>
      )}
    </div>
  );
}
