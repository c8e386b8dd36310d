import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * The form counts as saved, except for what was typed after it was sent. Returns whether there is
 * something of the kind.
 */
export function resetSaved<V extends FieldValues>(
  form: UseFormReturn<V>,
  { sent, saved }: { sent: V; saved: V },
): boolean {
  const typedSince = Object.entries(form.getValues()).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(sent[field]),
  );
  form.reset(saved);
  if (typedSince.length === 0) return false;
  form.reset({ ...saved, ...Object.fromEntries(typedSince) }, { keepDefaultValues: true });
  return true;
}
