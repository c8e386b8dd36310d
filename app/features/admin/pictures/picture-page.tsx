import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { isUuid } from '#domain/uuid.ts';
import { AdminFailure, messageOf } from '../data/admin-failure.ts';
import { type AdminCalls, type LibraryPicture, useAdminCalls } from '../data/use-admin-calls.ts';
import { ConflictNotice } from '../form/conflict-notice.tsx';
import { DraftNotice } from '../form/draft-notice.tsx';
import { EditorBar } from '../form/editor-bar.tsx';
import { FormSection } from '../form/form-section.tsx';
import { useDraft } from '../form/use-draft.ts';
import { type StoredOver, useSaved } from '../form/use-saved.ts';
import { useUnsavedWarning } from '../form/use-unsaved-warning.ts';
import { MissingRow } from '../shell/missing-row.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { Moment } from '../table/moment.tsx';
import { listKey } from '../table/use-list.ts';
import { CropButton } from './crop-button.tsx';
import { FocusField } from './focus-field.tsx';
import { describeSize, describeUse, openUse, type PictureUses } from './picture-text.ts';
import { pictureUrl } from './picture-url.ts';
import { ReplaceButton } from './replace-picture.tsx';
import { usePictureRemoval } from './use-picture-removal.ts';

const back = { to: '/admin/pictures', label: 'Back to pictures' };

const pictureKey = (id: string) => ['picture', id] as const;

type Values = Pick<LibraryPicture, 'title' | 'alt' | 'focus_x' | 'focus_y'>;
const valuesOf = ({ title, alt, focus_x, focus_y }: LibraryPicture): Values => ({
  title,
  alt,
  focus_x,
  focus_y,
});
const fields = ['title', 'alt', 'focus_x', 'focus_y'] as const;

async function readPicture(calls: AdminCalls, id: string): Promise<LibraryPicture | null> {
  if (!isUuid(id)) return null;
  const [found] = await calls.run((tables) => tables.from('picture_library').select().eq('id', id));
  return (found as LibraryPicture | undefined) ?? null;
}

/**
 * Stores what is said of a picture if it is still as it was `known`, or as this form has `sent` it
 * before. Throws AdminFailure.
 */
async function storePicture(
  calls: AdminCalls,
  known: LibraryPicture,
  values: Values,
  sent: readonly Values[],
): Promise<StoredOver<LibraryPicture>> {
  const stored = await readPicture(calls, known.id);
  if (!stored) throw new AdminFailure('This picture no longer exists.', null, 404);
  const isStored = (each: Values) => fields.every((field) => stored[field] === each[field]);
  if (![known, values, ...sent].some(isStored)) return { outcome: 'conflict', theirs: stored };
  const { name, saved_at } = stored;
  const row = { name, ...values, kept: true };
  const [saved] = await calls.run((tables) =>
    saved_at === null
      ? tables
          .from('pictures')
          .upsert(row, { onConflict: 'name', ignoreDuplicates: true })
          .select('updated_at')
      : tables
          .from('pictures')
          .update(row)
          .eq('name', name)
          .eq('updated_at', saved_at)
          .select('updated_at'),
  );
  if (saved) {
    return {
      outcome: 'saved',
      row: { ...stored, ...values, kept: true, saved_at: saved.updated_at },
    };
  }
  // If somebody was faster, their change is looked at first.
  return storePicture(calls, known, values, sent);
}

/** /admin/pictures/:id: alternative text, focal point and uses of a picture. */
export function PicturePage() {
  const { id = '' } = useParams();
  const calls = useAdminCalls();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: pictureKey(id),
    queryFn: () => readPicture(calls, id),
    // Changes by others are detected when saving.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data) return <PictureForm key={id} opened={data} />;
  if (isPending) return <ScreenLoading />;
  return <MissingRow noun="picture" back={back} onRetry={isError ? refetch : undefined} />;
}

function PictureForm({ opened }: { opened: LibraryPicture }) {
  const { id, name } = opened;
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const removePictures = usePictureRemoval();
  const form = useForm<Values>({ defaultValues: valuesOf(opened) });
  const { isDirty, isSubmitting, errors } = form.formState;
  const draft = useDraft(form, `pictures:${id}`);
  useUnsavedWarning(isDirty);
  const saved = useSaved<Values, LibraryPicture, Values>(form, draft, {
    opened,
    toValues: valuesOf,
    savedAt: (picture) => picture.saved_at ?? picture.created_at,
  });
  const { loaded, conflict, send, settle, takeTheirs, discard } = saved;
  const read = loaded ?? opened;
  const theirs = conflict?.theirs;
  const uses = useQuery({
    queryKey: [...pictureKey(id), 'uses'],
    queryFn: async () =>
      (await calls.run((tables) =>
        tables.rpc('admin_picture_uses', { picture: name }),
      )) as unknown as PictureUses,
  });

  const [focusX, focusY] = useWatch({ control: form.control, name: ['focus_x', 'focus_y'] });
  const replaceable = uses.data?.uses.some(({ place }) => place !== 'orders') ?? false;

  async function save(typed: Values, known: LibraryPicture): Promise<void> {
    const sent = structuredClone(form.getValues());
    // As the library shows it.
    const values = { ...typed, title: typed.title || name };
    try {
      const stored = await send(values, (before) => storePicture(calls, known, values, before));
      if (!stored) return;
      settle(stored, sent);
      showToast({ title: 'Picture saved' });
      void queries.invalidateQueries({ queryKey: listKey('picture_library') });
    } catch (error) {
      showToast({
        title: 'Failed to save the picture',
        description: messageOf(error),
        variant: 'destructive',
      });
    }
  }

  return (
    <form
      aria-label="Picture"
      noValidate
      onSubmit={(event) => void form.handleSubmit((values) => save(values, read))(event)}
    >
      <EditorBar
        title={read.title}
        back={back}
        dirty={isDirty}
        busy={isSubmitting}
        save="Save"
        onDiscard={discard}
      />
      <DraftNotice draft={draft} />
      {conflict && theirs ? (
        <ConflictNotice
          savedAt={conflict.savedAt}
          changed={conflict.changed}
          onTakeTheirs={() => takeTheirs(theirs)}
          onSaveMine={() => void form.handleSubmit((values) => save(values, theirs))()}
        />
      ) : null}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-5">
          <FormSection
            title="Picture"
            description="Click the part that must stay visible when the picture is cropped, as on cards."
          >
            <FocusField
              src={pictureUrl(name)}
              alt={read.alt || read.title}
              x={focusX}
              y={focusY}
              onChange={(x, y) => {
                form.setValue('focus_x', x, { shouldDirty: true });
                form.setValue('focus_y', y, { shouldDirty: true });
              }}
            />
            <p className="text-sm text-ink-soft">
              {describeSize(read.bytes)}, uploaded on <Moment at={read.created_at} />.
            </p>
          </FormSection>
          <FormSection
            title="Words"
            description="The alternative text is used everywhere the picture is shown, unless a place has its own text."
          >
            <TextAreaField
              compact
              label="Alternative text"
              rows={2}
              hint="Read aloud to people who can’t see the image."
              error={errors.alt?.message}
              {...form.register('alt', {
                maxLength: { value: 1000, message: 'At most 1,000 characters.' },
                setValueAs: (text: string) => text.trim(),
              })}
            />
            <TextField
              compact
              label="Name"
              hint="Only shown here and in the admin search."
              error={errors.title?.message}
              {...form.register('title', {
                maxLength: { value: 200, message: 'At most 200 characters.' },
              })}
            />
          </FormSection>
        </div>
        <div className="space-y-5">
          <FormSection title="Used">
            {uses.data ? (
              <Uses uses={uses.data} kept={read.kept} />
            ) : (
              <p className="text-sm text-ink-soft">
                {uses.isError ? 'Where it is used could not be loaded.' : 'Loading...'}
              </p>
            )}
            <div className="flex flex-wrap gap-3">
              {replaceable ? (
                <ReplaceButton picture={read} onReplaced={() => void uses.refetch()} />
              ) : null}
              {read.mimetype === 'image/gif' ? null : (
                <CropButton picture={read} replaceable={replaceable} />
              )}
              <Button
                variant="secondary"
                onClick={() =>
                  void removePictures([{ ...read, used: (uses.data?.total ?? 0) > 0 }]).then(
                    (gone) => {
                      if (!gone) return;
                      draft.forget();
                      form.reset();
                      void navigate(back.to, { replace: true });
                    },
                  )
                }
              >
                Delete…
              </Button>
            </div>
          </FormSection>
        </div>
      </div>
    </form>
  );
}

function Uses({ uses: { uses, total }, kept }: { uses: PictureUses; kept: boolean }) {
  if (total === 0) {
    return (
      <p className="text-sm">
        {kept
          ? 'Nothing uses it yet.'
          : 'Nothing uses it. It goes by itself after a week, unless you save it here.'}
      </p>
    );
  }
  return (
    <ul className="text-sm">
      {uses.map((use) => {
        const to = openUse(use);
        return (
          <li key={`${use.place}/${use.row_id}`}>
            {to ? (
              <Link to={to} className="inline-flex min-h-11 items-center text-link wrap-anywhere">
                {describeUse(use)}
              </Link>
            ) : (
              <span className="inline-flex min-h-11 items-center">{describeUse(use)}</span>
            )}
          </li>
        );
      })}
      {total > uses.length ? (
        <li className="py-2 text-ink-soft">
          and {(total - uses.length).toLocaleString('en-US')} more
        </li>
      ) : null}
    </ul>
  );
}
