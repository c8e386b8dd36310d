import { noteEarlyPresses } from './early-presses.ts';

export interface FinishedDocument {
  html: string;
  /** What our own inline scripts hold, each once; the policy allows no others. */
  inlineScripts: readonly string[];
}

/**
 * Names our inline scripts, takes their nonce away and holds the modules back until after the first
 * paint. Ours are the two fixed ones and those that carry the nonce of this rendering: React and
 * React Router put it there, and nothing in any content knows it.
 */
export function finishDocument(rendered: string, nonce: string): FinishedDocument {
  const tag = new RegExp(`(<(?:script|link)[^<>]*) nonce="${nonce}"([^<>]*>)`, 'g');
  const script = new RegExp(`<script[^<>]* nonce="${nonce}"[^<>]*>(.*?)</script`, 'gs');
  const marked = [...rendered.matchAll(script)].map(([, source = '']) => source).filter(Boolean);
  const html = rendered.replace(tag, (_tag, start: string, end: string) => holdScript(start + end));
  const bodyEnd = html.lastIndexOf('</body>');
  return {
    html: `${html.slice(0, bodyEnd)}<script>${releaseScripts}</script>${html.slice(bodyEnd)}`,
    inlineScripts: [...new Set([noteEarlyPresses, releaseScripts, ...marked])],
  };
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

/**
 * Lets the modules go after the first paint and the picture that has priority, or after two seconds
 * without them. A tab in the background paints nothing and does not wait.
 */
export const releaseScripts = `(() => {
  const release = () => {
    const script = document.querySelector('script[type="${held}"]');
    if (!script) return;
    for (const link of document.querySelectorAll('link[rel="${held}"]')) link.rel = 'modulepreload';
    const module = document.createElement('script');
    module.type = 'module';
    module.textContent = script.textContent;
    script.replaceWith(module);
  };
  const painted = () => requestAnimationFrame(() => setTimeout(release));
  const picture = document.querySelector('img[fetchpriority="high"]');
  if (document.hidden) return release();
  if (picture) picture.decode().then(painted, painted);
  else painted();
  setTimeout(release, 2000);
})()`;
