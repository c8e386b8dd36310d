import { noteEarlyPresses } from './early-presses.ts';
import { holdScript, releaseScripts } from './scripts-after-paint.ts';

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
