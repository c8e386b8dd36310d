/** The possible answers to a check, in words for the owner (`code_checks.outcome`). */
export const outcomes = {
  batch: 'Batch code',
  first: 'Unit, first check',
  again: 'Unit, checked before',
  recalled: 'Recalled',
  expired: 'Past best before',
  not_released: 'Not released',
  void: 'Void unit',
  unknown: 'Unknown code',
} as const;
