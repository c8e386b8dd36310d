import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { fieldsOf, type TextPlace } from '#domain/texts/site-texts.ts';
import { messageOf } from '../data/admin-failure.ts';
import { noteChangeOf } from '../data/told-facts.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { DraftNotice } from '../form/draft-notice.tsx';
import { EditorBar } from '../form/editor-bar.tsx';
import { FormSection } from '../form/form-section.tsx';
import { resetSaved } from '../form/reset-saved.ts';
import { useDraft } from '../form/use-draft.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import { MailPreview } from '../preview/mail-preview.tsx';
import { PagePreview } from '../preview/page-preview.tsx';
import { placeWords } from './place-text.ts';
import { readVersions, type TextVersion } from './read-versions.ts';
import {
  hasSameTexts,
  type TextValues,
  textSchema,
  toPublished,
  toTextValues,
} from './text-values.ts';
import { VersionHistory } from './version-history.tsx';

const rowsOf = { text: 4, sections: 14, menu: 6 } as const;

interface TextsFormProps {
  place: TextPlace;
  /** The published versions, newest first. */
  opened: readonly TextVersion[];
}

/** The texts of one place: edit, preview, publish as a unit, and restore. */
export function TextsForm({ place, opened }: TextsFormProps) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const [versions, setVersions] = useState(opened);
  const [conflict, setConflict] = useState<readonly TextVersion[] | null>(null);
  /** Ids of versions sent from here: one of them may have been published without a response. */
  const sentIds = useRef(new Set<string>());
  const { label, path } = placeWords[place];
  const read = toTextValues(place, versions[0]?.texts);
  const form = useForm<TextValues>({
    resolver: zodResolver(textSchema(place)),
    defaultValues: read,
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  const draft = useDraft(form, `texts:${place}`);
  useUnsavedWarning(isDirty);

  /** The form's contents, for the preview. */
  const change = async () =>
    (await form.trigger()) ? { texts: { [place]: toPublished(place, form.getValues()) } } : null;

  /** `over`: the versions that may be published over, as they were shown. */
  async function publish(values: TextValues, over = versions): Promise<void> {
    const sent = structuredClone(form.getValues());
    const texts = toPublished(place, values);
    try {
      const { isPublished, latest } = await store(texts, over);
      setConflict(isPublished ? null : latest);
      if (!isPublished) return;
      noteChangeOf('text_versions');
      setVersions(latest);
      if (!resetSaved(form, { sent, saved: toTextValues(place, texts) })) draft.forget();
      void queries.invalidateQueries({ queryKey: ['texts'], exact: true });
      showToast({ title: 'Texts published' });
    } catch (error) {
      showToast({
        title: 'Failed to publish texts',
        description: messageOf(error),
        variant: 'destructive',
      });
    }
  }

  /** Publishes over `known`; where somebody else has published since, nothing. `latest`: what is there then. */
  async function store(
    texts: TextValues,
    known: readonly TextVersion[],
  ): Promise<{ isPublished: boolean; latest: readonly TextVersion[] }> {
    const stored = await readVersions(calls, place);
    const [newest] = stored;
    const isOwn = newest !== undefined && sentIds.current.has(newest.id);
    if (isOwn && hasSameTexts(place, newest.texts, texts)) {
      return { isPublished: true, latest: stored };
    }
    if (!isOwn && newest?.number !== known[0]?.number)
      return { isPublished: false, latest: stored };
    const version = crypto.randomUUID();
    sentIds.current.add(version);
    const published = await calls.run((tables) =>
      tables.rpc('publish_texts', {
        ...{ version, place, texts },
        seen: (newest?.number ?? null) as number,
      }),
    );
    // If somebody was faster, their version is looked at first.
    return published.length > 0
      ? { isPublished: true, latest: [...published, ...stored] }
      : store(texts, known);
  }

  /** Only puts them into the form, to be previewed and published. */
  function bringBack(published: unknown): void {
    for (const [name, text] of Object.entries(toTextValues(place, published))) {
      form.setValue(name, text, { shouldDirty: true, shouldValidate: true });
    }
    showToast({
      title: 'Brought back into the form',
      description: 'Visitors see it once you publish it.',
    });
  }

  function takeTheirs(theirs: readonly TextVersion[]): void {
    setConflict(null);
    setVersions(theirs);
    draft.forget();
    form.reset(toTextValues(place, theirs[0]?.texts));
  }

  function discard(): void {
    setConflict(null);
    draft.forget();
    form.reset();
  }

  return (
    <FormProvider {...form}>
      <form
        aria-label={label}
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => publish(values))(event)}
      >
        <EditorBar
          title={label}
          back={{ to: '/admin/texts', label: 'Back to texts' }}
          dirty={isDirty}
          busy={isSubmitting}
          save="Publish"
          onDiscard={discard}
        >
          {path ? (
            <PagePreview path={path} change={change} />
          ) : (
            <MailPreview place={place} change={change} />
          )}
        </EditorBar>
        <DraftNotice draft={draft} />
        {conflict ? (
          <ConflictNotice
            savedAt={conflict[0]?.published_at ?? null}
            changed={changedLabels(place, read, toTextValues(place, conflict[0]?.texts))}
            onTakeTheirs={() => takeTheirs(conflict)}
            onSaveMine={() => void form.handleSubmit((values) => publish(values, conflict))()}
          />
        ) : null}
        <div className="space-y-5">
          <FormSection
            title="Texts"
            description="{name} is the shop’s name. Nothing appears in the shop until you publish it."
          >
            {fieldsOf(place).map(([name, field]) => {
              const shared = {
                compact: true,
                label: field.label,
                hint: hintOf(field),
                error: errors[name]?.message,
                ...form.register(name),
              };
              return field.kind === 'line' ? (
                <TextField key={name} {...shared} />
              ) : (
                <TextAreaField key={name} {...shared} rows={rowsOf[field.kind]} />
              );
            })}
          </FormSection>
          <VersionHistory
            versions={versions}
            onBringBack={(version) => bringBack(version?.texts ?? null)}
          />
        </div>
      </form>
    </FormProvider>
  );
}

function hintOf({ hint, placeholders }: { hint?: string; placeholders: readonly string[] }) {
  const may = placeholders.map((name) => `{${name}}`).join(', ');
  return [hint, may && !hint?.includes(may) ? `You can use ${may}.` : ''].filter(Boolean).join(' ');
}

function changedLabels(place: TextPlace, before: TextValues, after: TextValues): string[] {
  return fieldsOf(place)
    .filter(([name]) => before[name] !== after[name])
    .map(([, { label }]) => label);
}
