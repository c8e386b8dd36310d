import { z } from 'zod';
import { fetchPicture, type LeftOut } from '#server/pictures/fetch-picture.ts';
import { fail } from './failure.ts';
import type { FunctionHandler } from './function-handler.ts';

const words: Record<LeftOut, string> = {
  not_allowed: 'Images are fetched from public https addresses only.',
  unreachable: 'The image could not be fetched from there.',
  too_large: 'The image is larger than 20 MB.',
  too_slow: 'The image did not arrive within 10 seconds.',
  no_picture: 'This is not a PNG, JPEG, WebP, AVIF or GIF image.',
};

/**
 * `{url}` → a picture from the web, unchanged. The browser then uploads it to the shop's storage
 * like any other file, with the same checks and the admin's own rights.
 */
export function fetchPictureFunction(): FunctionHandler {
  return async (c, body) => {
    const read = z.object({ url: z.string().max(4000) }).safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'url: must be a text');
    const picture = await fetchPicture(read.data.url);
    if (picture.kind === 'left_out') return fail(c, 'picture_left_out', words[picture.why]);
    return c.body(new Uint8Array(picture.bytes), 200, {
      'content-type': picture.type,
      'content-disposition': 'attachment',
    });
  };
}
