import { useEffect, useRef, useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';

interface DayFieldProps {
  label: string;
  name: string;
  /** A date as `2026-11-20`; '' for none. */
  value: string;
  /** Called with a complete date, or with '' once the field has been cleared. */
  onChange: (day: string) => void;
  min?: string;
  max?: string;
}

/**
 * A date field that reports only complete dates. Browsers report year 2 as soon as the first digit
 * of 2026 is typed, and writing the stored date back into the field at that point would erase what
 * was typed.
 */
export function DayField({ value, onChange, max, ...props }: DayFieldProps) {
  /** What the field shows while it differs from the stored date: '' while incomplete. */
  const [typed, setTyped] = useState<string | null>(null);
  const [incomplete, setIncomplete] = useState(false);
  const sent = useRef(value);
  const input = useRef<HTMLInputElement>(null);

  // Changed from outside, for example by Back or by "Clear".
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    if (document.activeElement !== input.current) {
      setTyped(null);
      setIncomplete(false);
    }
  }, [value]);

  const report = (field: HTMLInputElement) => {
    if (isIncomplete(field) || field.value === sent.current) return;
    sent.current = field.value;
    onChange(field.value);
  };
  return (
    <TextField
      compact
      type="date"
      ref={input}
      {...props}
      // Without a maximum, browsers expect six digits and do not move on after the fourth.
      max={max || '9999-12-31'}
      value={typed ?? value}
      error={incomplete ? 'Type the whole date, or clear it.' : undefined}
      onChange={({ target }) => {
        setTyped(target.value);
        setIncomplete(false);
        // Cleared part by part while typing another date; only leaving the field with no date clears it.
        if (target.value) report(target);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter' && key !== 'Escape') return;
        if (key === 'Enter') report(currentTarget);
        setIncomplete(isIncomplete(currentTarget));
      }}
      onBlur={({ currentTarget }) => {
        report(currentTarget);
        setIncomplete(isIncomplete(currentTarget));
        if (!isIncomplete(currentTarget)) setTyped(null);
      }}
    />
  );
}

/** Whether part of the date is missing, or its year is still being typed. */
export function isIncomplete({ validity, value }: HTMLInputElement): boolean {
  return validity.badInput || (value !== '' && value < '1000');
}
