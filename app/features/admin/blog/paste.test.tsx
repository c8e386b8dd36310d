import { useCallback, useRef, useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clipboards, paste } from '#tests/components/clipboard.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import RichTextField from './rich-text-field.tsx';

/** A form with only the text field, which shows what would be saved. */
function Form() {
  const [html, setHtml] = useState('');
  const latest = useRef(html);
  latest.current = html;
  const readLatest = useCallback(() => latest.current, []);
  return (
    <>
      <RichTextField label="Content" value={html} readLatest={readLatest} onChange={setHtml} />
      <output aria-label="Saved">{html}</output>
    </>
  );
}

const text = () => page.getByRole('textbox', { name: 'Content' });
const saved = () => page.getByRole('status', { name: 'Saved' });

async function pasteInto(html: string): Promise<void> {
  await renderAdmin('/admin/blog/new', <Form />);
  await text().click();
  paste(text().element(), html);
}

const article = [
  '<h2>Where it comes from</h2>',
  '<p>Resin is <strong>old</strong>, <em>rare</em> and <strong><em>hand-cleaned</em></strong>; read ',
  '<a rel="noopener" href="https://example.com/study">the study</a>.</p>',
  '<h3>How to take it</h3>',
  '<ul><li><p>In the morning</p><ul><li><p>with water</p></li></ul></li>',
  '<li><p>In the evening</p></li></ul>',
  '<ol><li><p>Open</p></li><li><p>Stir</p></li></ol>',
  '<table><tbody><tr><th><p>Form</p></th><th><p>Price</p></th></tr>',
  '<tr><td><p>Resin</p></td><td><p>$49</p></td></tr></tbody></table><p></p>',
].join('');

it.each(Object.entries(clipboards))(
  'keeps headings, bold, italics, lists, links and a table of %s',
  async (_, html) => {
    await pasteInto(html);
    await expect.poll(() => saved().element().textContent).toBe(article);
  },
);

it.each([
  [
    'a list that begins at 3, of Word',
    "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>3.</span>three</p>",
    '<ol start="3"><li><p>three</p></li></ol><p></p>',
  ],
  [
    'Notion, whose bold is a weight of 600',
    '<meta charset="utf-8"><!-- notionvc: 1 --><p><span style="font-weight:600" data-token-index="1">bold</span> and <span style="font-style:italic">italic</span></p>',
    '<p><strong>bold</strong> and <em>italic</em></p>',
  ],
  [
    'a table that only frames text',
    '<table><tr><td><p>Framed</p><p>text</p></td></tr></table>',
    '<p>Framed</p><p>text</p>',
  ],
  [
    'a table within a table',
    '<table><tr><td>A</td><td><table><tr><td>1</td><td>2</td></tr></table></td></tr></table>',
    '<table><tbody><tr><td><p>A</p></td><td><p>1 | 2</p></td></tr></tbody></table><p></p>',
  ],
  [
    'rows of different lengths',
    '<table><tr><td>A</td><td>B</td></tr><tr><td>C</td></tr></table>',
    '<table><tbody><tr><td><p>A</p></td><td><p>B</p></td></tr><tr><td><p>C</p></td><td><p></p></td></tr></tbody></table><p></p>',
  ],
  [
    'links into the document itself',
    '<p>See <a href="#_Toc1">above</a> and <a href="javascript:alert(1)">this</a>.</p>',
    '<p>See above and this.</p>',
  ],
])('makes the best of %s', async (_, html, expected) => {
  await pasteInto(html);
  await expect.poll(() => saved().element().textContent).toBe(expected);
});

const png = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (letter) => letter.charCodeAt(0),
);

/** Simulates a shop that fetches every picture except `refused`, and storage that accepts everything. */
function answerPictures(refused: string): string[] {
  const asked: string[] = [];
  const stub = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.endsWith('/functions/v1/fetch-picture')) return Response.json([]);
    const { url } = await request.json();
    asked.push(url);
    return url.includes(refused)
      ? Response.json(
          { error: { code: 'picture_left_out', message: 'The picture is larger than 20 MB.' } },
          { status: 502 },
        )
      : new Response(png, { headers: { 'content-type': 'image/png' } });
  });
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (
    this: XMLHttpRequest,
  ) {
    Object.defineProperties(this, {
      status: { value: 200 },
      responseText: { value: '{"Id":"1","Key":"uploads/a.png"}' },
    });
    this.onload?.(new ProgressEvent('load'));
  });
  onTestFinished(() => {
    stub.mockRestore();
    send.mockRestore();
  });
  return asked;
}

const images = () =>
  [...text().element().querySelectorAll('img')].map(({ alt }) => alt || 'no description');

it('brings the pictures of pasted text into the shop, or says in their place that they are not there', async () => {
  const asked = answerPictures('huge');
  await pasteInto(
    '<h2>Jars</h2><p>First <img alt="A jar" src="https://a.example/jar.png"> and</p><ul><li><img alt="A lid" src="http://a.example/lid.png"></li></ul><p><img alt="Everything" src="https://a.example/huge.png"></p><p><img src="file:///C:/clip_image001.png"></p>',
  );
  await expect.poll(images).toEqual(['A jar', 'A lid']);
  await expect.element(page.getByText('2 images were left out')).toBeVisible();
  await expect.element(page.getByText(/larger than 20 MB/)).toBeVisible();
  expect(asked).toEqual([
    'https://a.example/jar.png',
    'https://a.example/lid.png',
    'https://a.example/huge.png',
  ]);
  expect(saved().element().textContent).toMatch(
    /^<h2>Jars<\/h2><p>First<\/p><img src="\/storage\/v1\/object\/public\/uploads\/[^"]+" alt="A jar"><p>and<\/p><ul><li><p><\/p><img [^>]+alt="A lid"><\/li><\/ul><p>\[Image left out: Everything\]<\/p><p>\[Image left out: clip_image001.png\]<\/p>/,
  );
});

it('uploads a pasted screenshot and asks what it shows', async () => {
  answerPictures('none');
  await renderAdmin('/admin/blog/new', <Form />);
  await text().click();
  await userEvent.keyboard('Look:{Enter}');
  paste(text().element(), '', [new File([png], 'image.png', { type: 'image/png' })]);
  await page.getByRole('dialog').getByLabelText('Alternative text').fill('The seal');
  await userEvent.keyboard('{Enter}');
  await expect.poll(images).toEqual(['The seal']);
  await expect.poll(() => saved().element().textContent).toMatch(/^<p>Look:<\/p><img [^>]+>/);
});

it('takes the picture of an image copied from a page, and the text of copied cells', async () => {
  const asked = answerPictures('none');
  await renderAdmin('/admin/blog/new', <Form />);
  await text().click();
  const file = new File([png], 'image.png', { type: 'image/png' });
  paste(text().element(), '<table><tr><td>1</td><td>2</td></tr></table>', [file]);
  await expect.poll(() => text().element().querySelectorAll('td').length).toBe(2);
  expect(images()).toEqual([]);
  await userEvent.keyboard('{Control>}{End}{/Control}');
  paste(text().element(), '<img src="https://a.example/jar.png">', [file]);
  await page.getByRole('button', { name: 'Set the text' }).click();
  await expect.poll(images).toEqual(['no description']);
  expect(asked).toEqual([]);
});

it('lets a table be changed and left by the keyboard alone', async () => {
  await renderAdmin('/admin/blog/new', <Form />);
  await text().click();
  await userEvent.keyboard('Before{Enter}');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await userEvent.keyboard('Form');
  const headings = () =>
    [...text().element().querySelectorAll('th')].map((each) => each.textContent);
  await expect.poll(headings).toEqual(['Form', '', '']);
  await page.getByRole('button', { name: 'Remove column' }).click();
  await page.getByRole('button', { name: 'Add row' }).click();
  await expect.poll(() => page.getByRole('row').elements().length).toBe(4);
  expect(headings()).toHaveLength(2);
  await userEvent.keyboard('{Tab}');
  await expect.element(text()).not.toHaveFocus();
});
