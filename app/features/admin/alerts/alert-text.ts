import type { RowOf } from '../data/use-admin-calls.ts';

export type Alert = RowOf<'code_alerts'>;

interface AlertWords {
  title: string;
  /** What to do about it. */
  advice: string;
}

/** The text of an alert and the advice for it, by `code_alerts.kind`. */
const words: Record<string, AlertWords> = {
  many_networks: {
    title: 'One unit checked from many networks',
    advice:
      'Its code may have been copied onto other jars, or its buyer shows it around. Look at where and when it was checked. The jar stays genuine: only you can void it.',
  },
  more_checks_than_units: {
    title: 'More first checks than units made',
    advice:
      'There are more codes of this batch in circulation than jars. Compare the printed labels with the jars, and void the unused ones.',
  },
  void_checked: {
    title: 'A void unit was checked',
    advice:
      'A label that you took out of use is on a jar. Find out where it was bought; if the label was put on after all, restore the unit code.',
  },
  unknown_codes: {
    title: 'A run of unknown codes',
    advice:
      'Somebody tries codes that were never issued. Answers are slowed down by themselves, and no code can be guessed. If shoppers report jars at the same time, a seller may print invented codes.',
  },
  report: {
    title: 'Report from a shopper',
    advice: 'Read it, look at the pictures, and reply if there is an email address.',
  },
  passport_changed: {
    title: 'A published passport was changed',
    advice:
      'Something changed what is published without a correction. Compare the batch with its laboratory documents, find out who changed it in the change log, and publish a correction or put it back.',
  },
};

export function alertWords(kind: string): AlertWords {
  return words[kind] ?? { title: kind.replaceAll('_', ' '), advice: '' };
}

export const alertKinds = Object.entries(words).map(([value, { title }]) => ({
  value,
  label: title,
}));

export const alertStates = [
  { value: 'open', label: 'Open' },
  { value: 'watching', label: 'Watching' },
  { value: 'closed', label: 'Closed' },
] as const;

export const stateTones = { open: 'negative', watching: 'waiting', closed: 'positive' } as const;
