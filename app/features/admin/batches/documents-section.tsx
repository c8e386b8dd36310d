import { Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { saveObjectUrl } from '#app/lib/save-file.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { AdminFailure, messageOf } from '../data/admin-failure.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import type { AdminCalls } from '../data/use-admin-calls.ts';
import { FormSection } from '../form/form-section.tsx';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';
import { iconButton } from '../table/icon-button.ts';
import { type Batch, isPublished, sayDay } from './batch-text.ts';
import { CorrectionReason } from './correction-reason.tsx';
import {
  type DocumentFields,
  isSameDocument,
  toCorrectedDocument,
  toPassportDocument,
} from './document-values.ts';
import { type BatchDocument, type BatchProofs, useProofs, useReadProofs } from './read-batch.ts';
import {
  documentTypes,
  openPrivateFile,
  refuseDocument,
  type StoredFile,
  storeDocument,
} from './store-document.ts';
import { useBatchChanges } from './use-batch-changes.tsx';
import { useCorrection } from './use-correction.ts';

/** The laboratory's own papers. */
export function DocumentsSection({ batch }: { batch: Batch }) {
  const { publishableKey } = useShop();
  const { data, isError, refetch } = useProofs(batch.id);
  const { change, changeAfter } = useBatchChanges(batch);
  const correction = useCorrection(batch, 'documents');
  const readProofs = useReadProofs(batch.id);
  const published = isPublished(batch);
  if (!data) {
    return isError ? (
      <FormSection title="Documents">
        <LoadFailure text="The documents could not be loaded." onRetry={refetch} />
      </FormSection>
    ) : null;
  }
  const shown = data;
  const { documents, revision } = shown;

  async function open({ path, title }: BatchDocument): Promise<void> {
    try {
      const address = await openPrivateFile('batch-documents', path, publishableKey);
      saveObjectUrl(`${batch.code} ${title}${/\.[a-z]+$/.exec(path)?.[0] ?? ''}`, address);
    } catch (error) {
      showToast({
        title: 'Failed to open the document',
        description: messageOf(error),
        variant: 'destructive',
      });
    }
  }
  /**
   * `isThere`: whether the change is already published, by a click whose response was lost or by
   * somebody else.
   */
  async function publish(
    after: readonly DocumentFields[],
    isThere: (proofs: BatchProofs) => boolean,
  ): Promise<boolean> {
    if (isThere(shown)) {
      correction.recognize();
      return true;
    }
    const stored = await correction.publish({
      revision,
      before: { documents: documents.map(toPassportDocument) },
      after: { documents: after.map(toPassportDocument) },
      changes: { documents: after.map(toCorrectedDocument) },
    });
    if (stored.kind !== 'overtaken') return stored.kind === 'saved';
    const latest = await readProofs().catch(() => null);
    if (latest && isThere(latest)) {
      correction.recognize();
      return true;
    }
    showToast({
      title: 'The correction was not published',
      description:
        'This batch was corrected after you opened it. What is published is shown now: check it, then try again.',
      variant: 'destructive',
    });
    return false;
  }
  async function insert(added: DocumentFields, run: AdminCalls['run']): Promise<void> {
    try {
      await run((tables) =>
        tables.from('batch_documents').insert({ batch_id: batch.id, ...added }),
      );
    } catch (error) {
      const isTaken = error instanceof AdminFailure && error.code === '23505';
      const stored = isTaken ? ofUpload(await readProofs(), added) : undefined;
      if (!stored) throw error;
      if (isSameDocument(stored, added)) return;
      const { path: _path, sha256: _sha256, ...said } = added;
      await run((tables) => tables.from('batch_documents').update(said).eq('id', stored.id));
    }
  }
  const add = (added: DocumentFields) =>
    published
      ? publish([...documents.filter(({ path }) => path !== added.path), added], (proofs) => {
          const stored = ofUpload(proofs, added);
          return stored !== undefined && isSameDocument(stored, added);
        })
      : change(({ run }) => insert(added, run), {
          done: 'Document added',
          failed: 'Failed to add the document',
        });
  const remove = (gone: BatchDocument) =>
    published
      ? publish(
          documents.filter(({ id }) => id !== gone.id),
          (proofs) => !ofUpload(proofs, gone),
        )
      : changeAfter(
          {
            title: `Remove "${gone.title}" from ${batch.code}?`,
            text: 'A batch needs at least one document to be released.',
            confirm: 'Remove',
            danger: true,
          },
          ({ run }) => run((tables) => tables.from('batch_documents').delete().eq('id', gone.id)),
          { done: 'Document removed', failed: 'Failed to remove the document' },
        );

  return (
    <FormSection
      title="Documents"
      description="Lab certificates. They stay private until the batch is released."
    >
      {documents.length > 0 ? (
        <ul aria-label="Documents" className="divide-y divide-line text-sm">
          {documents.map((each) => (
            <li key={each.id} className="flex items-center gap-3 py-2">
              <span className="min-w-0 flex-1 break-words">
                <button
                  type="button"
                  onClick={() => void open(each)}
                  className="text-link inline-flex min-h-11 items-center text-left font-semibold"
                >
                  {each.title}
                </button>
                <span className="block text-ink-soft">
                  {[
                    each.laboratory,
                    each.accreditation_number && `accreditation ${each.accreditation_number}`,
                    each.tested_on && `tested ${sayDay(each.tested_on)}`,
                  ]
                    .filter(Boolean)
                    .join(', ') || 'No laboratory named'}
                </span>
                <span className="block font-mono text-xs break-all text-ink-soft">
                  SHA-256 {each.sha256}
                </span>
              </span>
              <button
                type="button"
                aria-label={`Remove ${each.title}`}
                onClick={() => void remove(each)}
                className={iconButton}
              >
                <Trash2 aria-hidden="true" className="size-4.5" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {published ? <CorrectionReason {...correction.field} /> : null}
      <AddDocument
        batchId={batch.id}
        mayAdd={() => !published || correction.isExplained()}
        onAdd={add}
        button={published ? 'Publish with this document' : 'Add document'}
      />
    </FormSection>
  );
}

/** The document that comes from this upload, not from another one of the same file. */
function ofUpload({ documents }: BatchProofs, { path }: DocumentFields): BatchDocument | undefined {
  return documents.find((each) => each.path === path);
}

const nothingTyped = {
  title: 'Certificate of analysis',
  laboratory: '',
  accreditation_number: '',
  tested_on: '',
};

interface AddDocumentProps {
  batchId: string;
  button: string;
  /** Called before the file is uploaded. */
  mayAdd: () => boolean;
  onAdd: (document: DocumentFields) => Promise<boolean>;
}

function AddDocument({ batchId, button, mayAdd, onAdd }: AddDocumentProps) {
  const { publishableKey } = useShop();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Avoids uploading again if only the row was refused or the response to it was lost.
  const uploaded = useRef<{ file: File; stored: StoredFile } | null>(null);
  const [error, setError] = useState<string>();
  const [share, setShare] = useState<number | null>(null);
  // Only the text fields: browsers let no page store a file selection.
  const [typed, setTyped] = useStoredState<typeof nothingTyped>(
    `document:${batchId}`,
    alwaysRestore,
  );
  const values = typed ?? nothingTyped;
  const field = (name: keyof typeof nothingTyped) => ({
    name,
    value: values[name],
    onChange: ({ target }: React.ChangeEvent<HTMLInputElement>) =>
      setTyped((now) => ({ ...(now ?? nothingTyped), [name]: target.value })),
  });

  async function add(): Promise<void> {
    if (share !== null) return;
    const file = input.current?.files?.[0];
    const refusal = file ? refuseDocument(file) : 'Choose the laboratory’s file.';
    setError(refusal ?? undefined);
    const may = mayAdd();
    if (refusal || !may || !file) return;
    setShare(0);
    try {
      const stored =
        uploaded.current?.file === file
          ? uploaded.current.stored
          : await storeDocument(file, batchId, { publishableKey, onProgress: setShare });
      uploaded.current = { file, stored };
      const added = await onAdd({
        ...stored,
        title: values.title.trim() || nothingTyped.title,
        laboratory: values.laboratory.trim() || null,
        accreditation_number: values.accreditation_number.trim() || null,
        tested_on: values.tested_on || null,
      });
      if (!added) return;
      setTyped((now) => (now === typed ? null : now));
      // Null if the admin has left the screen meanwhile.
      if (input.current?.files?.[0] === file) input.current.value = '';
    } catch (failure) {
      showToast({
        title: 'Failed to upload file',
        description: messageOf(failure),
        variant: 'destructive',
      });
    } finally {
      setShare(null);
    }
  }

  return (
    <form
      aria-label="Add a document"
      noValidate
      className="space-y-4 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div>
          <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
            File{' '}
            <span aria-hidden="true" className="text-danger">
              *
            </span>
          </label>
          <input
            ref={input}
            id={id}
            type="file"
            name="file"
            accept={documentTypes}
            required
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-hint`}
            className="block min-h-11 w-full text-sm file:mr-3 file:min-h-11 file:rounded-sm file:border file:border-line-strong file:bg-paper file:px-3.5 file:font-semibold"
          />
          <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
            {error ? (
              <span role="alert" className="font-medium text-danger">
                {error}
              </span>
            ) : (
              'PDF, PNG or JPEG, up to 20 MB.'
            )}
          </p>
        </div>
        <TextField compact label="Title" maxLength={200} {...field('title')} />
        <TextField compact label="Laboratory" maxLength={200} {...field('laboratory')} />
        <TextField
          compact
          label="Accreditation number"
          maxLength={100}
          {...field('accreditation_number')}
        />
        <TextField compact type="date" label="Tested on" {...field('tested_on')} />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="secondary" aria-disabled={share !== null}>
          {share === null ? button : 'Uploading...'}
        </Button>
        {share === null ? null : (
          <progress aria-label="Uploading" value={share} max={1} className="w-40" />
        )}
      </div>
    </form>
  );
}
