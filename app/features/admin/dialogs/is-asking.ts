/** Whether an alert dialog is open that must be answered first. */
export const isAsking = (): boolean => document.querySelector('[role=alertdialog]') !== null;

/** Whether the user is typing in a field, so that single keys are text and not shortcuts. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]') !== null
  );
}
