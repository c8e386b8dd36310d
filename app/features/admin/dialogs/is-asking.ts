/** Whether a question has to be answered before anything else. */
export const isAsking = (): boolean => document.querySelector('[role=alertdialog]') !== null;

/** Whether what is typed goes into a field, so that single keys mean letters. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]') !== null
  );
}
