/** What is typed into a storefront form, stored for as long as its tab is open. */
export interface FormDraft {
  store(form: HTMLFormElement): void;
  /** Fills empty fields with what was typed before the visitor left the page. */
  restore(form: HTMLFormElement, instead?: Partial<Record<string, string>>): void;
  /** Call when the form is sent. */
  noteSent(form: HTMLFormElement): void;
  /**
   * Call once what was sent has arrived. Clears the draft and returns true, unless something was
   * typed while it was being sent: that was not part of it.
   */
  settle(form: HTMLFormElement | null): boolean;
}

/** `restore` uses `instead` for fields in which nothing was typed. */
export function createFormDraft(storageKey: string, fields: readonly string[]): FormDraft {
  function read(): Partial<Record<string, unknown>> {
    try {
      return JSON.parse(window.sessionStorage.getItem(storageKey) ?? '{}') ?? {};
    } catch {
      return {};
    }
  }
  /** What was sent last; null where it was sent without scripts. */
  let sent: string | null = null;

  return {
    store(form) {
      const data = new FormData(form);
      const typed = Object.fromEntries(fields.map((field) => [field, data.get(field) ?? '']));
      try {
        window.sessionStorage.setItem(storageKey, JSON.stringify(typed));
      } catch {
        // Without storage, the text exists only in this page.
      }
    },
    restore(form, instead = {}) {
      const typed = read();
      for (const field of fields) {
        const input = form.elements.namedItem(field);
        const isText = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement;
        const value = typed[field] || instead[field];
        if (isText && input.value === '' && typeof value === 'string') input.value = value;
      }
    },
    noteSent(form) {
      sent = contentsOf(form);
    },
    settle(form) {
      const isWhole = !form || sent === null || sent === contentsOf(form);
      sent = null;
      try {
        if (isWhole) window.sessionStorage.removeItem(storageKey);
      } catch {
        // Then nothing could be stored either.
      }
      return isWhole;
    },
  };
}

/** Of files, which are chosen: where none is, each reading makes an empty one. */
function contentsOf(form: HTMLFormElement): string {
  const told = (value: FormDataEntryValue) =>
    typeof value === 'string' ? value : value.name && [value.name, value.size, value.lastModified];
  return JSON.stringify([...new FormData(form)].map(([name, value]) => [name, told(value)]));
}
