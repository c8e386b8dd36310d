import { useState } from 'react';
import { draftStorage } from '../form/draft-storage.ts';

/** A preference stored in this browser, whoever signs in; nothing personal. */
export function useRemembered(name: string, initial: string): [string, (value: string) => void] {
  const key = `admin-choice:${name}`;
  const [value, setValue] = useState(() => draftStorage.getItem(key) ?? initial);
  return [
    value,
    (next) => {
      setValue(next);
      draftStorage.setItem(key, next);
    },
  ];
}
