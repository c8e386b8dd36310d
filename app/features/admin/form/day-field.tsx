import { useEffect, useRef, useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';

interface DayFieldProps {
  label: string;
  name: string;
  /** A day as `2026-11-20`; '' for none. */
  value: string;
  /** Called with a whole day, or with '' once the field was emptied. */
  onChange: (day: string) => void;
  min?: string;
  max?: string;
}

/**
 * A day that acts once it is complete. Browsers report year 2 as soon as the first digit of 2026 is typed, and
 * writing the stored day back into the field meanwhile would take away what was typed.
 */
export function DayField({ value, onChange, max, ...props }: DayFieldProps) {
  /** What stands in the field while it differs from the stored day: '' while incomplete. */
  const [typed, setTyped] = useState<string | null>(null);
  const [incomplete, setIncomplete] = useState(false);
  const sent = useRef(value);
  const input = useRef<HTMLInputElement>(null);

  // Set elsewhere, for example by Back or by "Clear".
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
      // Without a limit the year has six digits, and the fourth does not lead on.
      max={max || '9999-12-31'}
      value={typed ?? value}
      error={incomplete ? 'Type the whole date, or clear it.' : undefined}
      onChange={({ target }) => {
        setTyped(target.value);
        setIncomplete(false);
        // Emptied part by part on the way to another day: only leaving the field empties it.
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

/** Whether a part of a day is missing, or its year is still being typed. */
export function isIncomplete({ validity, value }: HTMLInputElement): boolean {
  return validity.badInput || (value !== '' && value < '1000');
}
