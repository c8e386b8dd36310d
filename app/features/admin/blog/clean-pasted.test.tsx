import { expect, it } from 'vitest';
import { cleanPasted } from './clean-pasted.ts';

it.each([
  ['file:///C:/img.png', 'img.png', null],
  ['image001.png', 'image001.png', null],
  ['/orders.png', 'orders.png', null],
  ['', 'no description', null],
  ['blob:https://docs.example/1', 'no description', null],
  ['data:image/svg+xml;base64,AAAA', 'no description', null],
  ['https://lh7-rt.example/docsz/picture', 'picture', 'https://lh7-rt.example/docsz/picture'],
  ['http://other.example/a%20b.png?x=1', 'a%20b.png', 'https://other.example/a%20b.png?x=1'],
  ['//other.example/media/resin.webp', 'resin.webp', null],
  [
    'https://other.example/storage/v1/object/public/uploads/resin.jpg',
    'resin.jpg',
    'https://other.example/storage/v1/object/public/uploads/resin.jpg',
  ],
])('puts words in the place of an image from %j', (address, name, source) => {
  const words = `[Image left out: ${name}]`;
  expect(cleanPasted(`<p>Before<img src="${address}">after</p>`)).toEqual({
    html: `<p>Before</p><p>${words}</p><p>after</p>`,
    pictures: [{ words, alt: '', source }],
  });
});

it('takes images out of the text itself', () => {
  const { pictures } = cleanPasted('<p><img alt="A jar" src="data:image/png;base64,AAAA"></p>');
  expect(pictures).toEqual([
    { words: '[Image left out: A jar]', alt: 'A jar', source: expect.any(File) },
  ]);
});

it('tells images of one name apart, and takes those that nobody sees as nothing', () => {
  const { html, pictures } = cleanPasted(
    '<p><img alt="Jar" src="https://a.example/1.png"><a href="https://a.example"><img alt="Jar" src="https://a.example/2.png"></a><img width="1" height="1" src="https://a.example/seen.gif"></p>',
  );
  expect(html).toBe('<p>[Image left out: Jar]</p><p>[Image left out: Jar (2)]</p>');
  expect(pictures).toHaveLength(2);
});

it('keeps images of the shop', () => {
  for (const address of [
    '/media/article-cup-640.webp',
    '/storage/v1/object/public/uploads/resin.jpg',
    '/storage/v1/render/image/public/uploads/resin.jpg?width=960',
  ]) {
    const html = `<p><img src="${address}"></p>`;
    expect(cleanPasted(html)).toEqual({ html, pictures: [] });
  }
});

it('names an upload that was copied from the shop without its origin', () => {
  const path = '/storage/v1/object/public/uploads/resin.jpg';
  expect(cleanPasted(`<p><img src="${window.location.origin}${path}"></p>`)).toEqual({
    html: `<p><img src="${path}"></p>`,
    pictures: [],
  });
});

it.each([
  ['below 10<sup>3</sup> CFU/g', 'below 10³ CFU/g'],
  ['10<sup>−6</sup> g of H<sub>2</sub>O', '10⁻⁶ g of H₂O'],
  ['10<span style="font-size:0.6em;vertical-align:super;">12</span>', '10¹²'],
  ['the 1<sup>st</sup> of May', 'the 1st of May'],
])('keeps the figures of %j', (pasted, shown) => {
  const page = document.createElement('div');
  page.innerHTML = cleanPasted(`<p>${pasted}</p>`).html;
  expect(page.textContent).toBe(shown);
});
