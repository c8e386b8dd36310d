import { expect, it } from 'vitest';
import { cleanPasted } from './clean-pasted.ts';

it.each([
  'file:///C:/img.png',
  'data:image/png;base64,AAAA',
  'https://lh7-rt.googleusercontent.com/docsz/picture',
  'https://other.example/storage/v1/object/public/uploads/resin.jpg',
  '//other.example/media/pure-himalayan-shilajit-resin-30g-2-960.webp',
  'image001.png',
  '/orders.png',
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
    '/storage/v1/object/public/uploads/resin.jpg',
    '/storage/v1/render/image/public/uploads/resin.jpg?width=960',
  ]) {
    const html = `<p><img src="${address}"></p>`;
    expect(cleanPasted(html)).toEqual({ html, imagesLeftOut: 0 });
  }
});

it('names an upload that was copied from the shop without its origin', () => {
  const path = '/storage/v1/object/public/uploads/resin.jpg';
  expect(cleanPasted(`<p><img src="${window.location.origin}${path}"></p>`)).toEqual({
    html: `<p><img src="${path}"></p>`,
    imagesLeftOut: 0,
  });
});
