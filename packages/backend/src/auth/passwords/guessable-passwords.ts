/** The most common passwords in leaks; rarer ones are harder to guess. */
const REFUSED = 10_000;

let reading: Promise<ReadonlySet<string>> | undefined;

/** Whether the password is one of those that are tried first, whatever its capitals. */
export async function isCommonPassword(password: string): Promise<boolean> {
  reading ??= readList();
  return (await reading).has(password.toLowerCase());
}

/** Loaded when the first password is chosen: most processes never need it. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, REFUSED));
}
