const file = '/build.txt';
/** How long an answer is reused, so that a hover, a click and a navigation ask only once. */
const holdsMs = 5000;
const patienceMs = 10_000;

export type BuildAge = 'current' | 'older' | 'unreachable';

let latest: { askedAt: number; answer: Promise<BuildAge> } | null = null;

/**
 * Whether this page comes from the build that the shop now serves. `manifestUrl` names the page's
 * build; in development there is none, and nothing becomes outdated.
 */
export function checkBuildAge(manifestUrl: string): Promise<BuildAge> {
  if (latest && Date.now() - latest.askedAt < holdsMs) return latest.answer;
  const answer = ask(/manifest-(\w+)\.js/.exec(manifestUrl)?.[1]);
  const asked = { askedAt: Date.now(), answer };
  latest = asked;
  // A failed request is not cached: the next call asks again.
  void answer.then((age) => {
    if (age === 'unreachable' && latest === asked) latest = null;
  });
  return answer;
}

/** The shop has been updated since this page was loaded: its files are gone, and retrying does not help. */
export const updatedMessage = 'The shop was updated. Please reload the page, then try again.';

declare global {
  interface Window {
    /** Set by React Router. */
    __reactRouterManifest?: { url: string };
  }
}

const ownManifest = () => globalThis.window?.__reactRouterManifest?.url ?? '';

/** Whether a file could not be loaded because this page comes from an earlier build. */
export async function isOlderBuild(): Promise<boolean> {
  return (await checkBuildAge(ownManifest())) === 'older';
}

const reloadedKey = 'reloaded-from';

/**
 * Reloads the page if it comes from an earlier build, but only once, so that a server still on that
 * build causes no loop. False if it was not reloaded.
 */
export async function reloadOlderBuild(): Promise<boolean> {
  if (!(await isOlderBuild())) return false;
  try {
    if (sessionStorage.getItem(reloadedKey) === ownManifest()) return false;
    sessionStorage.setItem(reloadedKey, ownManifest());
  } catch {
    // Without storage there is no record of the reload, so it could loop.
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
    // The page itself reports an outage.
    if (!answer.ok) return 'current';
    return (await answer.text()).trim() === ours ? 'current' : 'older';
  } catch {
    return 'unreachable';
  }
}
