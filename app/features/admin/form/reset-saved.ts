import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** Marks the form as saved, except for anything typed after it was sent. Returns whether there is any. */
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
  // Typed text stays in its field and keeps focus; resetting the values would re-create a list's fields.
  form.reset(saved, { keepValues: true });
  return true;
}
