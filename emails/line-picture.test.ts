import { expect, it } from 'vitest';
import { linePicture } from './line-picture.ts';

const origin = 'https://shop.example';

it.each([
  ['/media/pure-resin-1-960.webp', `${origin}/media/pure-resin-1-320.webp`],
  ['/media/partner-lab.svg', `${origin}/media/partner-lab.svg`],
  [
    '/storage/v1/object/public/uploads/a1.jpg',
    `${origin}/storage/v1/render/image/public/uploads/a1.jpg?width=112&height=112&resize=cover&quality=75`,
  ],
  [
    'https://project.example/storage/v1/object/public/uploads/a1.jpg',
    `${origin}/storage/v1/render/image/public/uploads/a1.jpg?width=112&height=112&resize=cover&quality=75`,
  ],
  ['https://elsewhere.example/a.jpg', 'https://elsewhere.example/a.jpg'],
])('finds %s at an absolute URL', (imageUrl, url) => {
  expect(linePicture(imageUrl, origin)).toBe(url);
});

it.each([null, '', '//elsewhere.example/a.jpg', 'javascript:alert(1)', 'a.jpg'])(
  'shows nothing for %j',
  (imageUrl) => {
    expect(linePicture(imageUrl, origin)).toBeNull();
  },
);
