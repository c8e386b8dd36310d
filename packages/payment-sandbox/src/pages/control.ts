import type { Context } from 'hono';

/** The body of a control call: JSON, or the form of one of our pages. */
export async function readControl(c: Context): Promise<unknown> {
  if (!isForm(c)) return c.req.json().catch(() => ({}));
  return c.req.parseBody();
}

/** JSON for a JSON request; a form redirects back to the page it came from, or to `home`. */
export function answerControl(c: Context, object: object, home: string) {
  if (!isForm(c)) return c.json(object);
  const page = URL.parse(c.req.header('referer') ?? '');
  const isOurs = page?.origin === new URL(c.req.url).origin;
  return c.redirect(isOurs ? page.href : home, 303);
}

function isForm(c: Context): boolean {
  return (c.req.header('content-type') ?? '').startsWith('application/x-www-form-urlencoded');
}
