/** Requirements §5.3. */
export const minimumPasswordLength = 6;
export const shortPassword = `Password must be at least ${minimumPasswordLength} characters long.`;

/** What is wrong with a new password, by field, in the required wording; null if nothing is. */
export function checkNewPassword(
  password: string,
  confirmation: string,
): { password: string } | { confirmation: string } | null {
  if (password !== confirmation) return { confirmation: 'Passwords do not match.' };
  // Spaces alone are not a password, however many.
  if (password.trim() === '' || password.length < minimumPasswordLength) {
    return { password: shortPassword };
  }
  return null;
}

/** The field to show the reason beside if the service rejects a new password. */
export function fieldOfNewPassword({ code }: { code: string }): 'password' | '' {
  return code === 'weak_password' || code === 'same_password' ? 'password' : '';
}
