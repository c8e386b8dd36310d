import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { Editor } from '@tiptap/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useStoredState } from '../form/use-stored-state.ts';
import { UploadProblems } from '../uploads/upload-problems.tsx';
import { useUploads } from '../uploads/use-uploads.ts';
import { cleanPasted } from './clean-pasted.ts';
import type { EditorQuestion } from './editor-question.ts';
import { fetchPicture } from './fetch-picture.ts';
import { type ForeignPicture, pictureOfFile } from './foreign-pictures.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { putPicture } from './put-picture.ts';

const key = new PluginKey('pasted pictures');

/**
 * Handles what is pasted or dropped into the editor: cleans the text and uploads its pictures to
 * the shop one by one. A placeholder marks each picture until it is there, and stays if it cannot
 * be had.
 */
export function PastedPictures({ editor }: { editor: Editor }) {
  const { pathname } = useLocation();
  const [question, ask] = useStoredState<EditorQuestion>(`pasted-picture:${pathname}`);
  const { waiting, problems, add } = usePictureQueue(editor, ask);

  useEffect(() => {
    if (editor.isDestroyed) return;
    const takeFiles = (view: EditorView, event: Event, data: DataTransfer | null, at?: number) => {
      const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      // Spreadsheet cells are copied both as text and as an image of them.
      if (files.length === 0 || holdsText(data?.getData('text/html') ?? '')) return false;
      event.preventDefault();
      const known = new Set<string>();
      const pictures = files.map((file) => pictureOfFile(file, known));
      editor.commands.insertContentAt(
        at ?? view.state.selection,
        pictures.map(({ words }) => ({
          type: 'paragraph',
          content: [{ type: 'text', text: words }],
        })),
      );
      add(pictures);
      return true;
    };
    editor.registerPlugin(
      new Plugin({
        key,
        props: {
          transformPastedHTML: (html) => {
            const pasted = cleanPasted(html);
            add(pasted.pictures);
            return pasted.html;
          },
          // Runs before the text that comes with the files is read.
          handleDOMEvents: {
            paste: (view, event) => takeFiles(view, event, event.clipboardData),
            drop: (view, event) => {
              const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
              return !view.dragging && takeFiles(view, event, event.dataTransfer, place?.pos);
            },
          },
        },
      }),
    );
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(key);
    };
  }, [editor, add]);

  return (
    <>
      <p
        role="status"
        className={waiting > 0 ? 'border-b border-line bg-bone px-4 py-2 text-sm' : 'sr-only'}
      >
        {waiting > 0
          ? `Bringing ${waiting === 1 ? 'an image' : `${waiting} images`} into the shop…`
          : null}
      </p>
      <UploadProblems problems={problems} className="border-b border-line px-3 py-2" />
      {question ? (
        <PictureDialog
          editor={editor}
          question={question}
          onType={(text) => ask({ ...question, text })}
          onClose={() => ask(null)}
        />
      ) : null}
    </>
  );
}

function holdsText(html: string): boolean {
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/\sstyle\s*=/gi, ' data-style='),
    'text/html',
  );
  return Boolean(body.textContent?.trim());
}

const onlyInDocument =
  'The image exists only in the original document. Save it there, then add it here.';

function usePictureQueue(editor: Editor, ask: (question: EditorQuestion) => void) {
  const { publishableKey } = useShop();
  const [waiting, setWaiting] = useState(0);
  const place = useRef<(url: string) => void>(() => {});
  const { problems, upload } = useUploads(
    'image',
    useCallback((url: string) => place.current(url), []),
  );
  const queue = useRef(Promise.resolve());

  /** Null once the picture is in place, otherwise the reason; '' if that was already shown. */
  const bring = useCallback(
    async (picture: ForeignPicture): Promise<string | null> => {
      const { source, words, alt } = picture;
      if (!source) return onlyInDocument;
      let outcome: string | null = '';
      place.current = (src) => {
        outcome = null;
        if (editor.isDestroyed) return;
        const at = putPicture(editor, words, { src, alt });
        // A picture pasted on its own has no alternative text yet.
        if (at !== null && source instanceof File && !alt) {
          ask({ about: 'picture', text: '', src, from: at, to: at + 1 });
        }
      };
      try {
        await upload([
          source instanceof File ? source : await fetchPicture(source, publishableKey),
        ]);
        return outcome;
      } catch (error) {
        return messageOf(error);
      }
    },
    [editor, publishableKey, upload, ask],
  );

  const add = useCallback(
    (pictures: readonly ForeignPicture[]) => {
      if (pictures.length === 0) return;
      setWaiting((before) => before + pictures.length);
      queue.current = queue.current.then(async () => {
        const reasons: string[] = [];
        for (const picture of pictures) {
          const reason = editor.isDestroyed ? null : await bring(picture);
          if (reason !== null) reasons.push(reason);
          setWaiting((before) => before - 1);
        }
        if (reasons.length > 0) announceLeftOut(reasons);
      });
    },
    [editor, bring],
  );
  return { waiting, problems, add };
}

function announceLeftOut(reasons: readonly string[]): void {
  showToast({
    title:
      reasons.length === 1 ? 'An image was left out' : `${reasons.length} images were left out`,
    description:
      `${reasons.find(Boolean) ?? ''} Text was inserted in ${reasons.length === 1 ? 'its' : 'their'} place.`.trim(),
    variant: 'destructive',
  });
}
