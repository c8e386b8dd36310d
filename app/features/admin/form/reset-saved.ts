import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * The form counts as saved, except for what was typed after it was sent. Returns whether there is
 * something of the kind.
 */
export function resetSaved<V extends FieldValues>(
  form: UseFormReturn<V>,
  { sent, saved }: { sent: V; saved: V },
): boolean {
  const typed = form.getValues();
  const isTyped = (field: string) => JSON.stringify(typed[field]) !== JSON.stringify(sent[field]);
  const [since, untouched] = [true, false].map((which) =>
    Object.keys(typed).filter((field) => isTyped(field) === which),
  ) as [Path<V>[], Path<V>[]];
  if (since.length === 0) {
    form.reset(saved);
    return false;
  }
  for (const field of untouched) form.setValue(field, saved[field]);
  // What is typed stays in its field, and the focus with it: a list would be drawn anew.
  form.reset(saved, { keepValues: true });
  return true;
}
