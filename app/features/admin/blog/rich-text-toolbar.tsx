import { Toolbar } from '@base-ui/react/toolbar';
import { type Editor, useEditorState } from '@tiptap/react';
import { clsx } from 'clsx';
import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Images,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Table2,
  Undo2,
} from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useStoredState } from '../form/use-stored-state.ts';
import { ChoosePicture } from '../pictures/choose-picture.tsx';
import { acceptedTypes } from '../uploads/upload-file.ts';
import { UploadProblems } from '../uploads/upload-problems.tsx';
import { useUploads } from '../uploads/use-uploads.ts';
import { type EditorQuestion, focusEditor } from './editor-question.ts';
import { LinkDialog } from './link-dialog.tsx';
import { moveCursorAfter, PictureDialog } from './picture-dialog.tsx';
import { insertTable, TableTools } from './table-tools.tsx';

interface Tool {
  label: string;
  icon: LucideIcon;
  /** Whether this is active at the cursor. */
  active?: (editor: Editor) => boolean;
  run: (editor: Editor) => unknown;
}

const tools: readonly Tool[] = [
  {
    label: 'Heading',
    icon: Heading2,
    active: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.commands.toggleHeading({ level: 2 }),
  },
  {
    label: 'Smaller heading',
    icon: Heading3,
    active: (editor) => editor.isActive('heading', { level: 3 }),
    run: (editor) => editor.commands.toggleHeading({ level: 3 }),
  },
  {
    label: 'Bold',
    icon: Bold,
    active: (editor) => editor.isActive('bold'),
    run: (editor) => editor.commands.toggleBold(),
  },
  {
    label: 'Italic',
    icon: Italic,
    active: (editor) => editor.isActive('italic'),
    run: (editor) => editor.commands.toggleItalic(),
  },
  {
    label: 'List',
    icon: List,
    active: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.commands.toggleBulletList(),
  },
  {
    label: 'Numbered list',
    icon: ListOrdered,
    active: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.commands.toggleOrderedList(),
  },
  {
    label: 'Quotation',
    icon: Quote,
    active: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.commands.toggleBlockquote(),
  },
  { label: 'Table', icon: Table2, run: insertTable },
  { label: 'Undo', icon: Undo2, run: (editor) => editor.commands.undo() },
  { label: 'Redo', icon: Redo2, run: (editor) => editor.commands.redo() },
];

/** Position of the picture with this `src` that has no alternative text yet. */
function positionOfPicture(editor: Editor, src: string): number | null {
  let position: number | null = null;
  editor.state.doc.descendants(({ type, attrs }, at) => {
    if (type.name === 'image' && attrs.src === src && !attrs.alt) position = at;
  });
  return position;
}

export function RichTextToolbar({ editor }: { editor: Editor }) {
  const { pathname } = useLocation();
  const [question, ask] = useStoredState<EditorQuestion>(`question:${pathname}`);
  const file = useRef<HTMLInputElement>(null);
  const [choosing, setChoosing] = useState(false);
  const addImage = useCallback(
    (src: string) => {
      editor.commands.setImage({ src, alt: '' });
      // The dialog asks about the selection, which after inserting may be what follows the picture.
      const put = positionOfPicture(editor, src);
      if (put === null) return;
      editor.commands.setNodeSelection(put);
      ask({ about: 'picture', text: '', src, from: put, to: put + 1 });
    },
    [editor, ask],
  );
  const askAbout = (about: EditorQuestion['about']) => {
    const { from, to } = editor.state.selection;
    if (about === 'link') {
      ask({ about, text: editor.getAttributes('link').href ?? '', from, to });
    } else {
      const { src, alt } = editor.getAttributes('image');
      ask({ about, text: alt ?? '', src, from, to });
    }
  };
  const dialog = {
    editor,
    onType: (text: string) => question && ask({ ...question, text }),
    onClose: () => ask(null),
  };
  const { running, problems, upload } = useUploads('image', addImage);
  const { active, linked, pictured } = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      active: tools.map((tool) => tool.active?.(current) ?? false),
      linked: current.isActive('link'),
      pictured: current.isActive('image'),
    }),
  });

  return (
    <>
      <Toolbar.Root
        aria-label="Formatting"
        className="flex flex-wrap border-b border-line bg-bone px-1"
      >
        {tools.map((tool, index) => (
          <Tool
            key={tool.label}
            label={tool.label}
            icon={tool.icon}
            pressed={tool.active ? active[index] : undefined}
            onPress={() => {
              tool.run(editor);
              focusEditor(editor);
            }}
          />
        ))}
        <Tool label="Link" icon={Link2} pressed={linked} onPress={() => askAbout('link')} />
        <Tool
          label={running.length > 0 ? 'Uploading…' : 'Image'}
          icon={ImagePlus}
          pressed={pictured}
          onPress={() => (pictured ? askAbout('picture') : file.current?.click())}
        />
        <Tool label="Image from the library" icon={Images} onPress={() => setChoosing(true)} />
      </Toolbar.Root>
      <TableTools editor={editor} />
      <UploadProblems problems={problems} className="border-b border-line px-3 py-2" />
      <input
        ref={file}
        type="file"
        accept={acceptedTypes('image')}
        aria-label="Image for the text"
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          void upload([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {choosing ? (
        <ChoosePicture
          onClose={() => setChoosing(false)}
          finalFocus={() => focusEditor(editor)}
          onChoose={({ url, alt }) => {
            setChoosing(false);
            if (alt) {
              editor.chain().focus().setImage({ src: url, alt }).run();
              // The cursor goes behind the picture, even at the end of the text.
              editor.commands.command(moveCursorAfter);
            } else addImage(url);
          }}
        />
      ) : null}
      {question?.about === 'link' ? <LinkDialog {...dialog} question={question} /> : null}
      {question?.about === 'picture' ? <PictureDialog {...dialog} question={question} /> : null}
    </>
  );
}

interface ToolProps {
  label: string;
  icon: LucideIcon;
  pressed?: boolean | undefined;
  onPress: () => void;
}

function Tool({ label, icon: Icon, pressed, onPress }: ToolProps) {
  return (
    <Toolbar.Button
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onPress}
      className={clsx(
        'flex size-11 items-center justify-center rounded-sm hover:bg-bone-deep',
        pressed && 'bg-bone-deep text-saffron-ink',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5" />
    </Toolbar.Button>
  );
}
