/** The most common passwords in leaks; rarer ones are harder to guess. */
const REFUSED = 10_000;

let reading: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether the password is one of those that are tried first, whatever its capitals: a common one, one
 * character again and again, or one of `words` (names, an email address) with digits or signs at most.
 * A few digits or signs at the end of a common one do not make it another.
 */
export async function isGuessablePassword(
  password: string,
  words: readonly string[] = [],
): Promise<boolean> {
  const lower = password.toLowerCase();
  if (/^(.)\1*$/su.test(lower)) return true;
  const parts = words.flatMap((word) => [word, ...word.split(/[@.]/)]).map(lettersOf);
  if (parts.some((part) => part.length > 2 && part === lettersOf(password))) return true;
  reading ??= readList();
  const common = await reading;
  return common.has(lower) || common.has(lower.replace(/[^\p{L}]{1,4}$/u, ''));
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '');

/** Loaded on first use: most processes never need it. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, REFUSED));
}
