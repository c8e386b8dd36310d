import { expect, it } from 'vitest';
import { earlyClicksScript } from './early-clicks.ts';
import { finishDocument, releaseScripts } from './finish-document.ts';

function finishText(rendered: string, nonce: string, wanted?: string) {
  const { html, inlineScripts } = finishDocument(Buffer.from(rendered), nonce, wanted);
  return { html: html.toString(), inlineScripts };
}

const finish = (body: string) =>
  finishText(`<html><head><title>a</title></head><body>${body}</body></html>`, 't1');
const finished = (body: string) =>
  `<html><head><title>a</title><script>${earlyClicksScript}</script></head>` +
  `<body>${body}<script>${releaseScripts}</script></body></html>`;

it('names exactly the marked inline scripts, and takes the marks away', () => {
  const { html, inlineScripts } = finish(
    '<script nonce="t1">one()</script><script nonce="t1" src="/a.js"></script>' +
      '<p>text</p><script nonce="t1">two(1 > 0)</script><script nonce="t1">one()</script>end',
  );
  expect(inlineScripts).toEqual([earlyClicksScript, releaseScripts, 'one()', 'two(1 > 0)']);
  expect(html).toBe(
    finished(
      '<script>one()</script><script src="/a.js"></script>' +
        '<p>text</p><script>two(1 > 0)</script><script>one()</script>end',
    ),
  );
});

it('names no script that got into the content', () => {
  const content = '<p><script>steal()</script><script nonce="guess">steal()</script></p>';
  const { html, inlineScripts } = finish(`${content}<script nonce="t1">one()</script>`);
  expect(inlineScripts).toEqual([earlyClicksScript, releaseScripts, 'one()']);
  expect(html).toContain(content);
});

it('holds back the marked modules alone', () => {
  const content = '<link rel="modulepreload" href="/c.js"/>';
  const { html, inlineScripts } = finish(
    `${content}<link rel="modulepreload" href="/a.js" nonce="t1"/>` +
      '<script nonce="t1" type="module" async="">import "/a.js"</script>',
  );
  expect(html).toBe(
    finished(
      `${content}<link rel="after-paint" href="/a.js"/>` +
        '<script type="after-paint">import "/a.js"</script>',
    ),
  );
  expect(inlineScripts).toEqual([earlyClicksScript, releaseScripts, 'import "/a.js"']);
});

it('puts what the page wants before everything else, and names it', () => {
  const { html, inlineScripts } = finishText(
    '<html><head><title>a</title></head><body>b</body></html>',
    't1',
    'note()',
  );
  expect(html).toContain('<head><script>note()</script><title>');
  expect(inlineScripts).toContain('note()');
});
