/** How many of the most common leaked passwords are refused; rarer ones are harder to guess. */
const REFUSED = 10_000;

let reading: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether the password is one that attackers try first, in any capitalization: a common one, a
 * single character repeated, or one of `words` (names, an email address) with at most digits or
 * symbols added. A few digits or symbols at the end of a common password do not make it a different
 * one.
 */
export async function isGuessablePassword(
  password: string,
  words: readonly string[] = [],
): Promise<boolean> {
  const lower = password.toLowerCase();
  const stem = lower.replace(/[^\p{L}]{1,4}$/u, '');
  if (/^(.)\1*$/su.test(lower) || /^(.)\1*$/su.test(stem)) return true;
  const parts = words.flatMap((word) => [word, ...word.split(/[@.]/)]).map(lettersOf);
  if (parts.some((part) => part.length > 2 && part === lettersOf(password))) return true;
  reading ??= readList();
  const common = await reading;
  return common.has(lower) || common.has(stem);
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '');

/** Loaded on first use, since most processes never need it. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, REFUSED));
}
