/** Specification §5 and §9. */
export const minimumPasswordLength = 6;
export const shortPassword = `Password must be at least ${minimumPasswordLength} characters long.`;

/** What is wrong with a new password, in the specified words and by field; null if it may be sent. */
export function checkNewPassword(
  password: string,
  confirmation: string,
): { password: string } | { confirmation: string } | null {
  if (password !== confirmation) return { confirmation: 'Passwords do not match.' };
  if (password.length < minimumPasswordLength) {
    return { password: shortPassword };
  }
  return null;
}

/** The field beside which to say why the service refused a new password. */
export function fieldOfNewPassword({ code }: { code: string }): 'password' | '' {
  return code === 'weak_password' || code === 'same_password' ? 'password' : '';
}
