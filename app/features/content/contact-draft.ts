const storageKey = 'contact-draft';
const fields = ['name', 'email', 'phone', 'message'] as const;

/** Stores the form's values for as long as this tab is open. */
export function storeContactDraft(form: HTMLFormElement): void {
  const data = new FormData(form);
  const typed = Object.fromEntries(fields.map((field) => [field, data.get(field) ?? '']));
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(typed));
  } catch {
    // Without storage the page alone has it.
  }
}

/**
 * Fills in what was typed before this page was left, where nothing is typed yet; else the question
 * about a sold-out product that somebody comes with.
 */
export function restoreContactDraft(form: HTMLFormElement, about?: string): void {
  const typed = readDraft();
  if (about && !typed.message) typed.message = `When will ${about} be back?`;
  for (const field of fields) {
    const input = form.elements.namedItem(field);
    const isText = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement;
    const value = typed[field];
    if (isText && input.value === '' && typeof value === 'string') input.value = value;
  }
}

export function clearContactDraft(): void {
  try {
    window.sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing could be stored either.
  }
}

function readDraft(): Partial<Record<string, unknown>> {
  try {
    return JSON.parse(window.sessionStorage.getItem(storageKey) ?? '{}') ?? {};
  } catch {
    return {};
  }
}
