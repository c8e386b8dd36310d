import type { Editor } from '@tiptap/react';

/** A question in an editor dialog, with the position in the article that it is about. */
export interface EditorQuestion {
  about: 'link' | 'picture';
  /** What has been typed so far. */
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
 * Focuses the text immediately, with its selection. TipTap's own `focus` waits for the next frame,
 * and until then keystrokes would go to the clicked button or to the start of the article.
 */
export function focusEditor(editor: Editor): void {
  if (editor.isDestroyed) return;
  editor.view.focus();
  editor.commands.scrollIntoView();
}
