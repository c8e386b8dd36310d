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
 * Gives the focus back to the text at once, with its selection: the browser alone would put the cursor
 * at the start, and the next letters there.
 */
export function writeOn(editor: Editor): void {
  if (!editor.isDestroyed) editor.view.focus();
}
