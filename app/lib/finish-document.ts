import { noteEarlyPresses } from './early-presses.ts';

export interface FinishedDocument {
  html: Buffer;
  /** What our own inline scripts hold, each once; the policy allows no others. */
  inlineScripts: readonly string[];
}

/**
 * Adds our own inline scripts, which no page's modules need to hold, names all of ours, takes their nonce
 * away and holds the modules back until after the first paint. Ours are the two fixed ones, what the page
 * wants in its head, before any style is waited for, and those that carry the nonce of this rendering:
 * React and React Router put it there, and nothing in any content knows it.
 * Reads bytes: the whole page as text would take a fifth of a millisecond to encode again.
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
      inline(noteEarlyPresses),
      html.subarray(headEnd, bodyEnd),
      inline(releaseScripts),
      html.subarray(bodyEnd),
    ]),
    inlineScripts: [...new Set([...early, noteEarlyPresses, releaseScripts, ...marked])],
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

/** What a browser does not know, so that it leaves the link or the script alone. */
const held = 'after-paint';

/**
 * The opening tag of a module, or of the link that announces one, held back until what the visitor
 * came for is seen; a page works without them. On a slow line they would share it with the fonts and
 * the first picture. React Router has no setting for it. To be followed by `releaseScripts`.
 */
function holdScript(tag: string): string {
  return tag
    .replace('rel="modulepreload"', `rel="${held}"`)
    .replace('type="module" async=""', `type="${held}"`);
}

/** In words and looks as `PartFailure`, which comes with the scripts. */
const lostWords =
  'A part of this page could not be loaded, so it does not work yet. Please check your connection.';
const lostClasses =
  'fixed inset-x-4 bottom-4 z-50 mx-auto max-w-prose rounded-md border border-line-strong bg-paper p-5 text-sm text-ink shadow-lift';
const againClasses =
  'mt-4 inline-flex min-h-11 items-center justify-center rounded-sm border border-ink px-5 py-2.5 font-semibold text-ink hover:bg-ink hover:text-paper';

/**
 * Lets the modules go after the first paint and the picture that has priority, or after two seconds
 * without them. A tab in the background paints nothing and does not wait. Where one of them cannot be
 * fetched nothing works and nothing else could say so; the link loads the page again.
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
