import { earlyClicksScript } from './early-clicks.ts';

export interface FinishedDocument {
  html: Buffer;
  /** The contents of our own inline scripts, without duplicates; the policy allows no others. */
  inlineScripts: readonly string[];
}

/**
 * Adds our own inline scripts, which no page's modules need to contain, lists all of ours, removes
 * their nonce and holds the modules back until after the first paint. Ours are the two fixed ones,
 * the one the page wants in its head before any style is waited for, and those that carry the nonce
 * of this rendering: React and React Router put it there, and content cannot know it.
 *
 * Works on bytes: converting the whole page to text and back would take a fifth of a millisecond.
 */
export function finishDocument(rendered: Buffer, nonce: string, wanted?: string): FinishedDocument {
  const { html, marked } = takeMarksAway(rendered, ` nonce="${nonce}"`);
  const early = wanted ? [wanted] : [];
  const headStart = html.indexOf('<head>') + '<head>'.length;
  const headEnd = html.indexOf('</head>');
  const bodyEnd = html.lastIndexOf('</body>');
  const inline = (source: string) => Buffer.from(`<script>${source}</script>`);
  return {
    html: Buffer.concat([
      html.subarray(0, headStart),
      ...early.map(inline),
      html.subarray(headStart, headEnd),
      inline(earlyClicksScript),
      html.subarray(headEnd, bodyEnd),
      inline(releaseScripts),
      html.subarray(bodyEnd),
    ]),
    inlineScripts: [...new Set([...early, earlyClicksScript, releaseScripts, ...marked])],
  };
}

function takeMarksAway(rendered: Buffer, mark: string): { html: Buffer; marked: string[] } {
  const parts: Buffer[] = [];
  const marked: string[] = [];
  let from = 0;
  for (let at = rendered.indexOf(mark); at >= 0; at = rendered.indexOf(mark, from)) {
    const start = rendered.lastIndexOf('<', at);
    const end = rendered.indexOf('>', at) + 1;
    const tag = rendered.toString('utf8', start, end).replace(mark, '');
    parts.push(rendered.subarray(from, start), Buffer.from(holdScript(tag)));
    from = end;
    if (!tag.startsWith('<script')) continue;
    const source = rendered.toString('utf8', end, rendered.indexOf('</script', end));
    if (source) marked.push(source);
  }
  return { html: Buffer.concat([...parts, rendered.subarray(from)]), marked };
}

/** A value that browsers do not know, so that they ignore the link or the script. */
const held = 'after-paint';

/**
 * The opening tag of a module or of its preload link, held back until what the visitor came for is
 * visible; a page works without them. On a slow connection they would compete with the fonts and
 * the first picture. React Router has no setting for it. `releaseScripts` must follow.
 */
function holdScript(tag: string): string {
  return tag
    .replace('rel="modulepreload"', `rel="${held}"`)
    .replace('type="module" async=""', `type="${held}"`);
}

/** Same text and styling as `PartFailure`, which is part of the scripts. */
const lostWords =
  'A part of this page could not be loaded, so it does not work yet. Please check your connection.';
const lostClasses =
  'fixed inset-x-4 bottom-4 z-50 mx-auto max-w-prose rounded-md border border-line-strong bg-paper p-5 text-sm text-ink shadow-lift';
const againClasses =
  'mt-4 inline-flex min-h-11 items-center justify-center rounded-sm border border-ink px-5 py-2.5 font-semibold text-ink hover:bg-ink hover:text-paper';

/**
 * Loads the modules after the first paint and the picture with high priority, or after two seconds
 * without them. A background tab paints nothing and does not wait. If a module cannot be loaded,
 * nothing works and nothing else could say so, so this shows a notice whose link reloads the page.
 */
export const releaseScripts = `(() => {
  let told = false;
  const lost = () => {
    if (told || window.earlyPresses?.isOver) return;
    told = true;
    if (window.earlyPresses) window.earlyPresses.isLost = true;
    for (const button of window.earlyPresses?.buttons ?? []) {
      for (const animation of button.getAnimations()) animation.cancel();
    }
    const notice = document.createElement('div');
    notice.setAttribute('role', 'alert');
    notice.className = '${lostClasses}';
    const words = document.createElement('p');
    words.textContent = '${lostWords}';
    const again = document.createElement('a');
    again.href = location.pathname + location.search;
    again.className = '${againClasses}';
    again.textContent = 'Try again';
    notice.append(words, again);
    document.body.append(notice);
  };
  addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof TypeError && /module/i.test(reason.message)) lost();
  });
  const release = () => {
    const script = document.querySelector('script[type="${held}"]');
    if (!script) return;
    for (const link of document.querySelectorAll('link[rel="${held}"]')) link.rel = 'modulepreload';
    const module = document.createElement('script');
    module.type = 'module';
    module.textContent = script.textContent;
    module.onerror = lost;
    script.replaceWith(module);
  };
  const painted = () => requestAnimationFrame(() => setTimeout(release));
  // Once all is there, also what the head's script has drawn.
  addEventListener('DOMContentLoaded', () => {
    const picture = document.querySelector('img[fetchpriority="high"]');
    if (document.hidden) return release();
    if (picture) picture.decode().then(painted, painted);
    else painted();
    setTimeout(release, 2000);
  });
})()`;
