import { Hono } from 'hono';
import { sendPage } from '../pages/layout.ts';
import { inboxPage } from './mail-pages.ts';
import type { Mailbox } from './mailbox.ts';

export function createMailRoutes(mailbox: Mailbox) {
  const routes = new Hono();

  routes.get('/messages', (c) => {
    c.header('cache-control', 'no-store');
    return c.json(mailbox.list());
  });

  routes.delete('/messages', (c) => {
    mailbox.clear();
    return c.body(null, 204);
  });

  routes.get('/', (c) => sendPage(c, inboxPage(mailbox.list(), undefined, 'html')));

  routes.get('/:id', (c) => {
    const mail = mailbox.find(c.req.param('id'));
    if (mail === undefined) return c.redirect('/mail', 302);
    const view = c.req.query('view') === 'text' ? 'text' : 'html';
    return sendPage(c, inboxPage(mailbox.list(), mail, view), { mail: true });
  });

  return routes;
}
