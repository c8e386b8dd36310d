import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { ZodType } from 'zod';
import { showToast } from '#app/components/ui/toast.ts';
import type { Database } from '#supabase/database.gen.ts';
import { messageOf } from '../data/admin-failure.ts';
import { insertRow } from '../data/insert-row.ts';
import { type EditedTable, rowKey, saveOverOwn } from '../data/save-unchanged.ts';
import { noteChangeOf } from '../data/told-facts.ts';
import { type AdminCalls, type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { resumedState } from '../session/login-state.ts';
import { listKey } from '../table/use-list.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { EditorBar } from './editor-bar.tsx';
import { leaveDraft, useDraft } from './use-draft.ts';
import { useSaved } from './use-saved.ts';
import { useUnsavedWarning } from './use-unsaved-warning.ts';

export interface RowFormTexts {
  created: string;
  updated: string;
  createFailed: string;
  updateFailed: string;
  /** The button's label for a new row. */
  create: string;
}

interface RowFormProps<T extends EditedTable, V extends FieldValues> {
  table: T;
  /** What is being edited, for screen readers: 'Partner'. */
  label: string;
  heading: string;
  back: { to: string; label: string };
  schema: ZodType<V, V>;
  initial: V;
  /** The row as loaded; null for a new one. */
  loaded: RowOf<T> | null;
  /** The draft name of an unsaved new row, if there are several kinds: 'copy-4f1c…'. */
  draftName?: string;
  /** Name of the draft of a deleted row, which becomes this new one. */
  orphanedDraft?: string | undefined;
  toValues: (row: RowOf<T>) => V;
  /** The row to save; `known` is the row as last loaded or saved, `id` its id or that of the new row. */
  toRow: (
    values: V,
    known: RowOf<T> | null,
    calls: AdminCalls,
    id: string,
  ) => Promise<RowChanges<T>> | RowChanges<T>;
  texts: RowFormTexts;
  /** Asks a question about what is about to be saved; if it resolves to false, nothing is saved. */
  question?: (values: V, known: RowOf<T> | null) => Promise<boolean>;
  /** Shown beside the heading. */
  actions?: (row: RowOf<T> | null) => React.ReactNode;
  children: React.ReactNode;
}

export type RowChanges<T extends EditedTable> = Database['public']['Tables'][T]['Insert'];

/**
 * The form for one row: creates or saves it, warns before unsaved changes are lost, and shows what
 * somebody else saved meanwhile instead of overwriting it.
 */
export function RowForm<T extends EditedTable, V extends FieldValues>({
  table,
  label,
  heading,
  back,
  schema,
  initial,
  loaded: opened,
  draftName = 'new',
  orphanedDraft,
  toValues,
  toRow,
  texts,
  question,
  actions,
  children,
}: RowFormProps<T, V>) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ id: string; sent: V } | null>(null);
  // Chosen here, so that a lost response does not lead to a second row.
  const [newId, setNewId] = useState(() => crypto.randomUUID() as string);
  const saving = useRef(false);
  const form = useForm<V>({
    resolver: zodResolver(schema) as unknown as Resolver<V>,
    defaultValues: initial as DefaultValues<V>,
  });
  const { isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, `${table}:${opened?.id ?? orphanedDraft ?? draftName}`, {
    newId: opened ? null : newId,
    onNewId: setNewId,
    ofDeletedRow: orphanedDraft !== undefined,
  });
  useUnsavedWarning(isDirty && !created);
  const saved = useSaved<V, RowOf<T>, object>(form, draft, {
    opened,
    toValues,
    savedAt: ({ updated_at }) => updated_at,
  });
  const { loaded, setLoaded, conflict, send, settle, takeTheirs, discard } = saved;

  // What was read again because of something else on the page.
  const followed = useRef(opened);
  const values = useRef(toValues);
  values.current = toValues;
  useEffect(() => {
    if (isDirty || isSubmitting || followed.current === opened) return;
    followed.current = opened;
    if (!opened || !loaded || Date.parse(opened.updated_at) <= Date.parse(loaded.updated_at))
      return;
    setLoaded(opened);
    form.reset(values.current(opened));
  }, [opened, loaded, setLoaded, isDirty, isSubmitting, form]);

  // The form must count as saved before navigation, or the unsaved-changes question would appear.
  useEffect(() => {
    if (!created) return;
    const { id, sent } = created;
    const goesOn = leaveDraft(`${table}:${id}`, sent, form.getValues());
    void navigate(`${back.to}/${id}`, { replace: true, state: goesOn ? resumedState : null });
  }, [created, navigate, back.to, table, form]);

  async function save(values: V, known: RowOf<T> | null): Promise<void> {
    if (saving.current) return;
    saving.current = true;
    // Stays true after a creation: another click may still arrive while the new row's page opens.
    saving.current = await saveOnce(values, known);
  }

  /** Whether a row was created, which completes this form. */
  async function saveOnce(values: V, known: RowOf<T> | null): Promise<boolean> {
    const sent = structuredClone(form.getValues());
    try {
      if (question && !(await question(values, known))) return false;
      const row = await toRow(values, known, calls, known?.id ?? newId);
      const saved = await send(row, (before) =>
        known
          ? saveOverOwn(calls, table, known, row, before)
          : insertRow(calls, table, { ...row, id: newId }, before),
      );
      noteChangeOf(table);
      if (!saved) return false;
      const isNew = !known || !loaded;
      showToast({ title: isNew ? texts.created : texts.updated });
      void queries.invalidateQueries({ queryKey: listKey(table) });
      if (isNew) {
        draft.forget();
        setCreated({ id: saved.id, sent });
        return true;
      }
      queries.setQueryData(rowKey(table, saved.id), saved);
      settle(saved, sent);
    } catch (error) {
      showToast({
        title: known ? texts.updateFailed : texts.createFailed,
        description: messageOf(error),
        variant: 'destructive',
      });
    }
    return false;
  }

  function showTheirs(theirs: RowOf<T>): void {
    takeTheirs(theirs);
    if (loaded) queries.setQueryData(rowKey(table, theirs.id), theirs);
    else setCreated({ id: theirs.id, sent: toValues(theirs) });
  }

  return (
    <FormProvider {...form}>
      <form
        aria-label={label}
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => save(values, loaded))(event)}
      >
        <EditorBar
          title={heading}
          back={back}
          dirty={isDirty}
          busy={isSubmitting}
          save={loaded ? 'Save' : texts.create}
          onDiscard={discard}
        >
          {actions?.(loaded)}
        </EditorBar>
        <DraftNotice draft={draft} />
        {conflict ? (
          <ConflictNotice
            savedAt={conflict.savedAt}
            changed={conflict.changed}
            onTakeTheirs={() => conflict.theirs && showTheirs(conflict.theirs)}
            onSaveMine={() => void form.handleSubmit((values) => save(values, conflict.theirs))()}
          />
        ) : null}
        {children}
      </form>
    </FormProvider>
  );
}
