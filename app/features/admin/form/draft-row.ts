/**
 * A row that is being typed. Its id is chosen here, so that it is stored only once even if the
 * response is lost.
 */
export interface DraftRow {
  id: string;
  /**
   * The id sent with each version of the contents, any of which may have been stored without a
   * response.
   */
  sent?: Readonly<Record<string, string>> | undefined;
}

/**
 * The draft as it will be sent now. Contents corrected after a lost response become another row,
 * since the first may have been stored; unchanged contents keep their id.
 */
export function sendDraft<T extends DraftRow>(draft: T, contents: string): T {
  const { id, sent = {} } = draft;
  const isTaken = Object.values(sent).includes(id);
  const own = sent[contents] ?? (isTaken ? crypto.randomUUID() : id);
  return { ...draft, id: own, sent: { ...sent, [contents]: own } };
}

/** What was typed while a row was being stored becomes the next row; null if nothing was. */
export function nextDraft<T extends DraftRow>(now: T | null, stored: T): T | null {
  if (now === null || now === stored) return null;
  return { ...now, id: crypto.randomUUID(), sent: undefined };
}
