import { useState } from 'react';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { Moment } from '../table/moment.tsx';
import { draftStoreOf } from './use-draft.ts';

interface GoneRowProps {
  /** The name of its form's draft: 'partners:4f1c…'. */
  draftName: string;
  /** What it was, for use in a sentence: 'partner'. */
  noun: string;
  back: { to: string; label: string };
  /** The form for a new row that starts from that draft. */
  form: () => React.ReactNode;
}

/** Shown in place of a deleted row: what was typed into its form can still become a new one. */
export function GoneRow({ draftName, noun, back, form }: GoneRowProps) {
  const [store] = useState(() => draftStoreOf(draftName));
  const [draft, setDraft] = useState(() => store.list()[0] ?? null);
  const [asNew, setAsNew] = useState(false);
  if (asNew) return form();

  function discard(): void {
    if (draft) store.forget(draft.slot);
    setDraft(store.list()[0] ?? null);
  }

  return (
    <>
      <ScreenHeading title="Not found" back={back} />
      <p className="mb-4">This {noun} no longer exists.</p>
      <p className="mb-6 flex flex-wrap gap-3">
        <ButtonLink variant="secondary" to={back.to}>
          {back.label}
        </ButtonLink>
        <ButtonLink variant="secondary" to="/admin/audit">
          See who deleted it
        </ButtonLink>
      </p>
      {draft ? (
        <div
          role="status"
          className="flex flex-wrap items-center gap-3 rounded-md border border-saffron bg-paper p-4 text-sm"
        >
          <p className="mr-auto">
            It was deleted. What you wrote here until{' '}
            <strong>
              <Moment at={draft.at} />
            </strong>{' '}
            was not saved.
          </p>
          <Button variant="secondary" onClick={discard}>
            Discard draft
          </Button>
          <Button onClick={() => setAsNew(true)}>Continue as a new {noun}</Button>
        </div>
      ) : null}
    </>
  );
}
