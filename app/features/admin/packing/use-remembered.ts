import { useState } from 'react';
import { keptStorage } from '../form/kept-storage.ts';

/** A preference stored in this browser, whoever signs in; nothing personal. */
export function useRemembered(name: string, initial: string): [string, (value: string) => void] {
  const key = `admin-choice:${name}`;
  const [value, setValue] = useState(() => keptStorage.getItem(key) ?? initial);
  return [
    value,
    (next) => {
      setValue(next);
      keptStorage.setItem(key, next);
    },
  ];
}
