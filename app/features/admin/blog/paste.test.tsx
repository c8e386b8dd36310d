import { useCallback, useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clipboards, paste } from '#tests/components/clipboard.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import RichTextField from './rich-text-field.tsx';

/** A form of the text alone, which shows what would be saved. */
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
