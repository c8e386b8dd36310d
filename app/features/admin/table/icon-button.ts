/** Classes of an icon-only button or link. */
export const iconButton =
  'inline-flex size-11 items-center justify-center rounded-sm hover:bg-bone-deep';
