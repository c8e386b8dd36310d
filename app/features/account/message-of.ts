/**
 * Why a call to the auth service did not work: its own message, or the fallback where it has none
 * or could not be reached. Null when it worked.
 */
export async function messageOf(
  call: () => Promise<{ error: { message: string } | null }>,
  fallback: string,
): Promise<string | null> {
  try {
    const { error } = await call();
    return error && (error.message || fallback);
  } catch {
    return fallback;
  }
}
