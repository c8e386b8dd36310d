import { useRef, useState } from 'react';
import { TextAreaField } from '#app/components/forms/text-field.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button, buttonClasses } from '#app/components/ui/button.tsx';
import { passportPath } from '#domain/check-answer.ts';
import { capitalize } from '../data/field-label.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { FormSection } from '../form/form-section.tsx';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';
import { useHasUnsavedChanges } from '../form/use-unsaved-warning.ts';
import { Moment } from '../table/moment.tsx';
import { type Batch, batchStatusLabel, batchTones, isPublished } from './batch-text.ts';
import { toCorrectedFacts, toPassportFacts } from './batch-values.ts';
import { toPassportDocument } from './document-values.ts';
import { type BatchProofs, useProofs, useReview } from './read-batch.ts';
import { toSignedResult } from './result-values.ts';
import { useBatchChanges } from './use-batch-changes.tsx';

/** A batch's status, what is missing before it can be released, and its next step. */
export function ReleaseSection({ batch }: { batch: Batch }) {
  const { data: review, isError, refetch } = useReview(batch.id);
  const { data: proofs } = useProofs(batch.id);
  const { changeAfter } = useBatchChanges(batch);
  const [busy, setBusy] = useState(false);
  const [note, keepNote] = useStoredState<string>(`block-note:${batch.id}`, alwaysRestore);
  const latestNote = useRef(note);
  latestNote.current = note;
  const published = isPublished(batch);
  const problems = review?.problems ?? [];
  // Unsaved text would be missing from what is signed, and its form would be gone.
  const unsaved = useHasUnsavedChanges();
  const mayNotRelease = busy || unsaved || problems.length > 0 || !proofs;

  async function run(step: Promise<boolean>): Promise<boolean> {
    setBusy(true);
    const done = await step;
    setBusy(false);
    return done;
  }
  const release = (shown: BatchProofs) =>
    run(
      changeAfter(
        {
          title: `Release ${batch.code}?`,
          text: 'Its results and documents become public and are signed. Its code is VALID from then on. What is published changes by a correction alone.',
          confirm: 'Release',
        },
        ({ invoke }) =>
          invoke('release-batch', { batchId: batch.id, seen: toSigned(batch, shown) }),
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
          choice: <BlockNote current={batch.note} typed={note ?? ''} onChange={keepNote} />,
        },
        ({ invoke }) =>
          invoke('block-batch', {
            batchId: batch.id,
            ...(latestNote.current?.trim() && {
              note: latestNote.current.trim(),
              seen: { note: batch.note },
            }),
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
        <LoadFailure text="What is missing could not be looked up." onRetry={refetch} />
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
          <Button
            aria-disabled={mayNotRelease}
            onClick={() => mayNotRelease || void release(proofs)}
          >
            Release
          </Button>
        )}
        {batch.status === 'draft' || batch.status === 'released' ? (
          <Button variant="secondary" aria-disabled={busy} onClick={() => busy || void block()}>
            Block
          </Button>
        ) : null}
      </div>
      {unsaved && !published ? <p className="text-sm">Save your changes first.</p> : null}
    </FormSection>
  );
}

/** What a release signs, as it is shown. */
function toSigned(batch: Batch, { results, documents }: BatchProofs) {
  return {
    ...{ code: batch.code, productId: batch.product_id, status: batch.status },
    ...toPassportFacts(toCorrectedFacts(batch)),
    results: results.map(toSignedResult),
    documents: documents.map(toPassportDocument),
  };
}

interface BlockNoteProps {
  current: string | null;
  typed: string;
  onChange: (text: string) => void;
}

function BlockNote({ current, typed, onChange }: BlockNoteProps) {
  return (
    <>
      {current ? (
        <p className="mb-3 max-h-40 overflow-y-auto text-sm whitespace-pre-line wrap-anywhere">
          <span className="text-ink-soft">Current note: </span>
          {current}
        </p>
      ) : null}
      <TextAreaField
        compact
        label="Note"
        name="block-note"
        maxLength={2000}
        defaultValue={typed}
        hint="For your team only. Replaces the batch's note; leave it empty to keep the current note."
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  );
}
