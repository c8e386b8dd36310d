import { expect, it } from 'vitest';
import { cleanPasted } from './clean-pasted.ts';

it('writes each row of a table as a paragraph', () => {
  const { html } = cleanPasted(
    '<table><tr><td><p>Cell A</p></td><td><b>Cell</b> B</td></tr><tr><td>C</td></tr></table>',
  );
  expect(html.replaceAll(/\s+/g, ' ')).toBe('<p>Cell A | <b>Cell</b> B</p><p>C</p>');
});

it.each([
  'file:///C:/img.png',
  'data:image/png;base64,AAAA',
  'https://lh7-rt.googleusercontent.com/docsz/picture',
  '',
])('leaves out an image from %j, and counts it', (address) => {
  expect(cleanPasted(`<p>Before<img src="${address}">after</p>`)).toEqual({
    html: '<p>Beforeafter</p>',
    imagesLeftOut: 1,
  });
});

it('keeps images of the shop', () => {
  for (const address of [
    '/media/article-cup-640.webp',
    'https://project.example/storage/v1/object/public/uploads/resin.jpg',
  ]) {
    const html = `<p><img src="${address}"></p>`;
    expect(cleanPasted(html)).toEqual({ html, imagesLeftOut: 0 });
  }
});
