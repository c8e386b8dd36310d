import { Hono } from 'hono';
import { html } from 'hono/html';
import type { MailSite } from '#emails/fill-mail-texts.ts';
import { sampleMails } from '#emails/samples.ts';

/**
 * Every email with sample data, for working on the templates; development only. `GET /mails` lists
 * them, `/mails/<name>` is the HTML part, `/mails/<name>/text` the text part.
 */
export function previewMails(site: () => Promise<MailSite>, origin: string): Hono {
  const app = new Hono();
  const samples = async () => sampleMails(await site(), origin);

  app.get('/mails', async (c) => {
    const rows = Object.entries(await samples()).map(
      ([name, mail]) =>
        html`<tr><td>${mail.subject}</td><td><a href="/dev/mails/${name}">${name}</a></td>
<td><a href="/dev/mails/${name}/text">text part</a></td></tr>`,
    );
    return c.html(html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Mails</title></head>
<body><h1>Mails</h1><table cellpadding="8">${rows}</table></body></html>`);
  });
  app.get('/mails/:name', async (c) => {
    const mail = (await samples())[c.req.param('name')];
    return mail ? c.html(mail.html) : c.notFound();
  });
  app.get('/mails/:name/text', async (c) => {
    const mail = (await samples())[c.req.param('name')];
    return mail ? c.text(mail.text) : c.notFound();
  });
  return app;
}
