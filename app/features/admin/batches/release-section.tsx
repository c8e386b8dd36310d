import { useRef, useState } from 'react';
import { TextAreaField } from '#app/components/forms/text-field.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button, buttonClasses } from '#app/components/ui/button.tsx';
import { passportPath } from '#domain/check-answer.ts';
import { FormSection } from '../form/form-section.tsx';
import { ofThisTab, useStoredState } from '../form/use-stored-state.ts';
import { useHasUnsavedChanges } from '../form/use-unsaved-warning.ts';
import { Moment } from '../table/moment.tsx';
import { type Batch, batchStatusLabel, batchTones, isPublished } from './batch-words.ts';
import { useReview } from './read-batch.ts';
import { useBatchChanges } from './use-batch-changes.tsx';

/** Where a batch stands, what is missing before it can be released, and its next step. */
export function ReleaseSection({ batch }: { batch: Batch }) {
  const { data: review, isError, refetch } = useReview(batch.id);
  const { changeAfter } = useBatchChanges(batch);
  const [busy, setBusy] = useState(false);
  const [note, keepNote] = useStoredState<string>(`block-note:${batch.id}`, ofThisTab);
  const latestNote = useRef(note);
  latestNote.current = note;
  const published = isPublished(batch);
  const problems = review?.problems ?? [];
  // What is typed on the page would be missing from what is signed, and its form gone.
  const unsaved = useHasUnsavedChanges();
  const mayNotRelease = busy || unsaved || problems.length > 0;
  const mayNotBlock = busy || unsaved;

  async function run(step: Promise<boolean>): Promise<boolean> {
    setBusy(true);
    const done = await step;
    setBusy(false);
    return done;
  }
  const release = () =>
    run(
      changeAfter(
        {
          title: `Release ${batch.code}?`,
          text: 'Its results and documents become public and are signed. Its code is VALID from then on. What is published changes by a correction alone.',
          confirm: 'Release',
        },
        ({ invoke }) => invoke('release-batch', { batchId: batch.id }),
        { done: `Batch ${batch.code} released`, failed: `Batch ${batch.code} was not released` },
      ),
    );
  const block = async () => {
    const done = await run(
      changeAfter(
        {
          title: `Block ${batch.code}?`,
          text: 'Its passport disappears, its code is no longer VALID, and checks of its units answer that it is not released. To tell customers what to do, prepare a recall instead.',
          confirm: 'Block',
          danger: true,
          choice: <BlockNote typed={note ?? ''} onChange={keepNote} />,
        },
        ({ invoke }) =>
          invoke('block-batch', {
            batchId: batch.id,
            ...(latestNote.current?.trim() && { note: latestNote.current.trim() }),
          }),
        { done: `Batch ${batch.code} blocked`, failed: `Batch ${batch.code} was not blocked` },
      ),
    );
    if (done) keepNote(null);
  };

  return (
    <FormSection title="Release">
      <p className="flex flex-wrap items-center gap-3 text-sm">
        <Badge tone={batchTones[batch.status as keyof typeof batchTones]}>
          {batchStatusLabel(batch.status)}
        </Badge>
        {batch.released_at ? (
          <span className="text-ink-soft">
            Released <Moment at={batch.released_at} />
          </span>
        ) : null}
      </p>
      {isError ? (
        <div className="flex flex-wrap items-center gap-4">
          <p role="alert" className="text-sm font-medium text-danger">
            What is missing could not be looked up.
          </p>
          <Button variant="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : null}
      {!published && review ? (
        problems.length > 0 ? (
          <div>
            <h3 className="font-sans text-sm font-semibold">What is missing before release</h3>
            <ul className="mt-1 list-disc space-y-1 pl-5 text-sm">
              {problems.map((problem) => (
                <li key={problem}>{capitalize(problem)}</li>
              ))}
            </ul>
          </div>
        ) : (
          <p className="text-sm">Everything that a release needs is here.</p>
        )
      ) : null}
      <div className="flex flex-wrap gap-3">
        {published ? (
          <a
            href={passportPath(batch.code)}
            target="_blank"
            rel="noopener"
            className={buttonClasses({ variant: 'secondary' })}
          >
            View passport
          </a>
        ) : (
          <Button aria-disabled={mayNotRelease} onClick={() => mayNotRelease || void release()}>
            Release
          </Button>
        )}
        {batch.status === 'draft' || batch.status === 'released' ? (
          <Button
            variant="secondary"
            aria-disabled={mayNotBlock}
            onClick={() => mayNotBlock || void block()}
          >
            Block
          </Button>
        ) : null}
      </div>
      {unsaved ? <p className="text-sm">Save your changes first.</p> : null}
    </FormSection>
  );
}

function BlockNote({ typed, onChange }: { typed: string; onChange: (text: string) => void }) {
  return (
    <TextAreaField
      compact
      label="Note"
      name="block-note"
      maxLength={2000}
      defaultValue={typed}
      hint="For your team only. Replaces the batch's note; leave it empty to keep the current note."
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
