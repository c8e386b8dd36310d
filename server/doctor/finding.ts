/** The result of one check, for the operator. */
export interface Finding {
  /** The subject: `configuration`, `database`, `email` … */
  about: string;
  /** `unchecked`: could not be determined; `detail` says why. */
  state: 'ok' | 'fault' | 'unchecked';
  /** What was found, and for a fault what to do. */
  detail: string;
}

export const ok = (about: string, detail: string): Finding => ({ about, state: 'ok', detail });
export const fault = (about: string, detail: string): Finding => ({
  about,
  state: 'fault',
  detail,
});
export const unchecked = (about: string, detail: string): Finding => ({
  about,
  state: 'unchecked',
  detail,
});

/**
 * Exit code: 0 if all is well, 1 for a fault, 2 if no fault was found but not everything could be
 * checked.
 */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ state }) => state === 'fault')) return 1;
  return findings.some(({ state }) => state === 'unchecked') ? 2 : 0;
}
