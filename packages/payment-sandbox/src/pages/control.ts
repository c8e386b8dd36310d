import type { Context } from 'hono';

/** Reads the body of a control call: JSON, or a form of one of our pages. */
export async function readControl(c: Context): Promise<unknown> {
  if (!isForm(c)) return c.req.json().catch(() => ({}));
  return c.req.parseBody();
}

/** Responds to JSON with JSON; a form is redirected to the page it came from, or to `home`. */
export function answerControl(c: Context, object: object, home: string) {
  if (!isForm(c)) return c.json(object);
  const page = URL.parse(c.req.header('referer') ?? '');
  const isOurs = page?.origin === new URL(c.req.url).origin;
  return c.redirect(isOurs ? page.href : home, 303);
}

function isForm(c: Context): boolean {
  return (c.req.header('content-type') ?? '').startsWith('application/x-www-form-urlencoded');
}
