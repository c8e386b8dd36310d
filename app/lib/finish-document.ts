import type { RenderedDocument } from './app-context.ts';
import { holdScript, releaseScripts } from './scripts-after-paint.ts';

/**
 * Goes through the tags that carry our mark as their nonce, which are those that the layout put
 * there; nothing in any content knows it. Takes the mark away, holds the modules back until they are
 * let go at the end, and names the inline scripts. One pass, since each copy of a document costs as
 * much as drawing a part of it.
 */
export function finishDocument(rendered: string, token: string): RenderedDocument {
  const mark = ` nonce="${token}"`;
  const parts: string[] = ['<!DOCTYPE html>'];
  const inlineScripts = new Set([releaseScripts]);
  let done = 0;
  for (let at = rendered.indexOf(mark); at !== -1; at = rendered.indexOf(mark, done)) {
    const start = rendered.lastIndexOf('<', at);
    const end = rendered.indexOf('>', at) + 1;
    const tag = rendered.slice(start, at) + rendered.slice(at + mark.length, end);
    parts.push(rendered.slice(done, start), holdScript(tag));
    done = end;
    if (tag.startsWith('<script') && !tag.includes(' src=')) {
      inlineScripts.add(rendered.slice(end, rendered.indexOf('</script', end)));
    }
  }
  // React leaves alone what it did not put into the body.
  const bodyEnd = rendered.lastIndexOf('</body>');
  parts.push(
    rendered.slice(done, bodyEnd),
    `<script>${releaseScripts}</script>`,
    rendered.slice(bodyEnd),
  );
  return { html: parts.join(''), inlineScripts: [...inlineScripts] };
}
