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
