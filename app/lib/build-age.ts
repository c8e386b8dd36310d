const file = '/build.txt';
/** For that long an answer holds; a hover, a press and a navigation then ask once. */
const holdsMs = 5000;
const patienceMs = 10_000;

export type BuildAge = 'current' | 'older' | 'unreachable';

let latest: { askedAt: number; answer: Promise<BuildAge> } | null = null;

/**
 * Whether this page comes from the build that the shop serves now. `manifestUrl` names ours; in
 * development there is none, and nothing gets old.
 */
export function checkBuildAge(manifestUrl: string): Promise<BuildAge> {
  if (latest && Date.now() - latest.askedAt < holdsMs) return latest.answer;
  const answer = ask(/manifest-(\w+)\.js/.exec(manifestUrl)?.[1]);
  const asked = { askedAt: Date.now(), answer };
  latest = asked;
  // A new try is a new question.
  void answer.then((age) => {
    if (age === 'unreachable' && latest === asked) latest = null;
  });
  return answer;
}

/** The shop has been updated since this page was loaded: its files are gone, and trying again brings none. */
export const updatedWords = 'The shop was updated. Please reload the page, then try again.';

declare global {
  interface Window {
    /** Set by React Router. */
    __reactRouterManifest?: { url: string };
  }
}

const ownManifest = () => globalThis.window?.__reactRouterManifest?.url ?? '';

/** Whether what could not be fetched is missing because this page comes from an earlier build. */
export async function isOlderBuild(): Promise<boolean> {
  return (await checkBuildAge(ownManifest())) === 'older';
}

const reloadedKey = 'reloaded-from';

/**
 * Reloads the page if it comes from an earlier build, and only once, so that a server still on that
 * build causes no loop. False when it did not.
 */
export async function reloadOlderBuild(): Promise<boolean> {
  if (!(await isOlderBuild())) return false;
  try {
    if (sessionStorage.getItem(reloadedKey) === ownManifest()) return false;
    sessionStorage.setItem(reloadedKey, ownManifest());
  } catch {
    // Without storage, there is no record of the reload.
    return false;
  }
  window.location.reload();
  return true;
}

async function ask(ours: string | undefined): Promise<BuildAge> {
  if (!ours) return 'current';
  try {
    const answer = await fetch(file, {
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    });
    // An outage is for the page itself to tell.
    if (!answer.ok) return 'current';
    return (await answer.text()).trim() === ours ? 'current' : 'older';
  } catch {
    return 'unreachable';
  }
}
