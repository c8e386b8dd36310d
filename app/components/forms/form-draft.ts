/** What is typed into a storefront form, stored for as long as its tab is open. */
export interface FormDraft {
  store(form: HTMLFormElement): void;
  /** Fills empty fields with what was typed before the visitor left the page. */
  restore(form: HTMLFormElement, instead?: Partial<Record<string, string>>): void;
  clear(): void;
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
    clear() {
      try {
        window.sessionStorage.removeItem(storageKey);
      } catch {
        // Then nothing could be stored either.
      }
    },
  };
}
