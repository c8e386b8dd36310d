import { useCallback, useEffect, useState } from 'react';
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form';

interface Draft<V> {
  /** ISO 8601. */
  at: string;
  values: V;
}

/** Letters typed in between are not worth a write each. */
const pause = 1000;

/**
 * Keeps what is unsaved in this browser, so that a closed tab loses nothing. `kept` is a draft of an
 * earlier visit, to be taken up or thrown away.
 */
export function useDraft<V extends FieldValues>(key: string) {
  const form = useFormContext<V>();
  const values = useWatch({ control: form.control }) as V;
  const { isDirty } = form.formState;
  const [kept, setKept] = useState<Draft<V> | null>(() => readDraft(key));

  useEffect(() => {
    if (!isDirty) return;
    const timer = setTimeout(() => writeDraft(key, values), pause);
    return () => clearTimeout(timer);
  }, [key, values, isDirty]);

  const forget = useCallback(() => {
    setKept(null);
    forgetDraft(key);
  }, [key]);

  const restore = useCallback(() => {
    for (const [name, value] of Object.entries(kept?.values ?? {})) {
      form.setValue(name as never, value as never, { shouldDirty: true });
    }
    setKept(null);
  }, [kept, form]);

  return { kept: isDirty ? null : kept, restore, forget };
}

export function forgetDraft(key: string): void {
  localStorage.removeItem(key);
}

function writeDraft(key: string, values: FieldValues): void {
  try {
    localStorage.setItem(key, JSON.stringify({ at: new Date().toISOString(), values }));
  } catch {
    // Full or refused: the form itself still holds everything.
  }
}

function readDraft<V>(key: string): Draft<V> | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
