import { readFileSync } from 'node:fs';
import type { Context } from 'hono';
import { html } from 'hono/html';

export type Markup = ReturnType<typeof html>;

export const stylesheet = readFileSync(new URL('./sandbox.css', import.meta.url), 'utf8');

interface Page {
  title: string;
  body: Markup;
  /** Extra class names for the body. */
  kind?: string;
}

/** Every page first says that nothing here is real. */
export function layout({ title, body, kind = '' }: Page): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/sandbox.css">
</head>
<body class="${kind}">
<header class="banner"><p><strong>Sandbox</strong> Nothing here is real: no money moves and no mail leaves this machine.</p></header>
${body}
</body>
</html>`;
}

interface Policy {
  /** Origins that a form's redirect may lead to; Chromium checks those too. */
  formTargets?: string[];
  /** Emails have inline styles and images; a srcdoc frame inherits this policy. */
  mail?: boolean;
}

/** Sends a page with a policy that allows no scripts. */
export function sendPage(
  c: Context,
  page: Markup,
  { formTargets = [], mail = false }: Policy = {},
): Response | Promise<Response> {
  const policy = [
    "default-src 'none'",
    `style-src 'self'${mail ? " 'unsafe-inline'" : ''}`,
    `img-src data:${mail ? ' http://127.0.0.1:* http://localhost:* https:' : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${formTargets.join(' ')}`.trim(),
  ];
  c.header('content-security-policy', policy.join('; '));
  c.header('cache-control', 'no-store');
  return c.html(page);
}
