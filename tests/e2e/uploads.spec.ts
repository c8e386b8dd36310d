import { createClient } from '@supabase/supabase-js';
import { expect, secretKey, test } from './shop-test.ts';

const account = { email: 'pictures@mail.example', password: 'a long password' };

test('an uploaded image is shown to everyone, resized', async ({ page, shop }) => {
  const service = createClient(shop.origin, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const made = await service.auth.admin.createUser({
    ...account,
    email_confirm: true,
    app_metadata: { role: 'admin' },
  });
  expect(made.error).toBeNull();
  await page.goto('/about');

  // What the official client does in a browser: sends a form with the file in an unnamed part.
  const name = `${crypto.randomUUID()}.png`;
  const sent = await page.evaluate(
    async ({ account, name }) => {
      const { publishableKey } = await (await fetch('/config.json')).json();
      const headers = { apikey: publishableKey, 'content-type': 'application/json' };
      const signedIn = await fetch('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers,
        body: JSON.stringify(account),
      });
      const { access_token: token } = await signedIn.json();
      const canvas = new OffscreenCanvas(600, 400);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('No canvas');
      context.fillStyle = '#b45309';
      context.fillRect(100, 100, 400, 200);
      const form = new FormData();
      form.append('cacheControl', '31536000');
      form.append('', await canvas.convertToBlob({ type: 'image/png' }));
      const response = await fetch(`/storage/v1/object/uploads/${name}`, {
        method: 'POST',
        headers: { apikey: publishableKey, authorization: `Bearer ${token}`, 'x-upsert': 'false' },
        body: form,
      });
      return { status: response.status, body: await response.json() };
    },
    { account, name },
  );
  expect(sent).toMatchObject({ status: 200, body: { Key: `uploads/${name}` } });

  const address = `/storage/v1/render/image/public/uploads/${name}?width=300&height=200`;
  const arriving = page.waitForResponse((response) => response.url().endsWith(address));
  const size = await page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, address);
  expect(size).toEqual([300, 200]);
  const headers = await (await arriving).allHeaders();
  expect(headers['content-type']).toBe('image/avif');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});
