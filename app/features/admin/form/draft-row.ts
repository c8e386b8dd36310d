/** A row that is being typed. Its id is chosen here, so that one whose answer was lost is stored once. */
export interface DraftRow {
  id: string;
  /** By its contents: the id under which each was sent, whose answer may have been lost. */
  sent?: Readonly<Record<string, string>> | undefined;
}

/**
 * The draft as it is sent now. What is corrected after an answer was lost is another row, since the
 * first may be stored; the same contents keep their id.
 */
export function sendDraft<T extends DraftRow>(draft: T, contents: string): T {
  const { id, sent = {} } = draft;
  const isTaken = Object.values(sent).includes(id);
  const own = sent[contents] ?? (isTaken ? crypto.randomUUID() : id);
  return { ...draft, id: own, sent: { ...sent, [contents]: own } };
}

/** What was typed while a row was stored is the next row; null where nothing was. */
export function nextDraft<T extends DraftRow>(now: T | null, stored: T): T | null {
  if (now === null || now === stored) return null;
  return { ...now, id: crypto.randomUUID(), sent: undefined };
}
