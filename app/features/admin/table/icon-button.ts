/** Looks of a button or link that is one icon. */
export const iconButton =
  'inline-flex size-11 items-center justify-center rounded-sm hover:bg-bone-deep';
