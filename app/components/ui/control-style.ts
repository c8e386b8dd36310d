const plain = 'block w-full rounded-sm border bg-paper text-ink placeholder:text-ink-soft';

/** Classes of an input, select or text area. */
export const control = `${plain} px-4 text-base`;
/** Smaller, for forms with many fields. */
export const compactControl = `${plain} px-3 text-sm`;
