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
