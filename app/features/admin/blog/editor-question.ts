import type { Editor } from '@tiptap/react';

/** What a dialog of the editor asks, with the place in the article that it is about. */
export interface EditorQuestion {
  about: 'link' | 'picture';
  /** What is typed so far. */
  text: string;
  from: number;
  to: number;
  /** The picture's URL. */
  src?: string;
}

export interface EditorDialogProps {
  question: EditorQuestion;
  onType: (text: string) => void;
  onClose: () => void;
}

/**
 * Gives the focus to the text at once, with its selection. TipTap's own `focus` waits for the next frame:
 * until then keys go to the button that was pressed, or to the start of the article.
 */
export function writeOn(editor: Editor): void {
  if (editor.isDestroyed) return;
  editor.view.focus();
  editor.commands.scrollIntoView();
}
