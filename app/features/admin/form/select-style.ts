/** For every select; `app.css` draws its arrow. */
export const select =
  'min-h-11 rounded-sm border border-line-strong bg-paper px-3 text-sm text-ink';
