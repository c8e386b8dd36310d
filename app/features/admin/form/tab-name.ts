const storageKey = 'admin-tab';
const lockPrefix = 'admin-tab:';
/**
 * How long the previous page of this tab may take to unload before the tab counts as a duplicate.
 */
const patienceMs = 1000;

let claimed: Promise<string> | null = null;
let certain: string | null = null;

/** This tab's name. It survives a reload and a sign-in in the tab, and nothing else. */
export function tabName(): string {
  try {
    const known = sessionStorage.getItem(storageKey);
    if (known) return known;
  } catch {
    // Without storage, the name lasts as long as the page.
  }
  return rename();
}

let unstored: string | null = null;

function rename(): string {
  const name = crypto.randomUUID();
  try {
    sessionStorage.setItem(storageKey, name);
    return name;
  } catch {
    unstored ??= name;
    return unstored;
  }
}

/** The tab's name once it is certain that no other tab has it: a duplicated tab gets a new one. */
export function claimTab(): Promise<string> {
  claimed ??= hold(tabName()).then(async (isOurs) => {
    const name = isOurs ? tabName() : rename();
    if (!isOurs) await hold(name);
    certain = name;
    return name;
  });
  return claimed;
}

/** The same without waiting; null until it is certain. */
export const claimedTab = (): string | null => certain;

/** The names of all open tabs, including this one. */
export async function openTabs(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(
    held.flatMap(({ name }) =>
      name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [],
    ),
  );
}

/** Locks exist only in secure contexts; elsewhere every tab counts as the only one. */
function hold(name: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(lockPrefix + name, { signal: AbortSignal.timeout(patienceMs) }, () => {
        resolve(true);
        return new Promise(() => {});
      })
      .catch(() => resolve(false));
  });
}
