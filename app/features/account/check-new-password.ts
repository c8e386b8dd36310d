/** Specification §5 and §9. */
export const minimumPasswordLength = 6;

/** What is wrong with a new password, in the specified words; null when it may be sent. */
export function checkNewPassword(password: string, confirmation: string): string | null {
  if (password !== confirmation) return 'Passwords do not match.';
  if (password.length < minimumPasswordLength) {
    return 'Password must be at least 6 characters long.';
  }
  return null;
}
