import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { mixColors, paletteOf } from '#domain/colors.ts';
import { hasOwnColors } from '#domain/look.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { readParagraphs } from '#domain/texts/text-field.ts';

/** An email ready to be queued. Every template renders both parts from the same facts. */
export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

/** Escaped markup. Templates contain no promises, so it is always a string. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/**
 * Mail programs support tables and inline styles; everything else is decoration. Serif is for the
 * brand name and the heading, sans for the rest.
 */
export const style = {
  serif: "font-family:Georgia,'Times New Roman',serif",
  sans: "font-family:-apple-system,'Segoe UI',Helvetica,Arial,sans-serif",
  ink: '#1d1a16',
  bone: '#f6f1e7',
  paper: '#fffdf8',
  resin: '#5a3418',
  stone: '#e3d9c7',
  saffron: '#c9822b',
  hairline: '#e3d9c7',
  muted: '#6b6155',
} as const;

/** For mail programs in dark mode. */
const darkAccent = '#e0a458';

interface Letter {
  subject: string;
  /** The preview text that an inbox shows after the subject. */
  preview: string;
  heading: string;
  body: Markup;
  /** The text part, without greeting and footer lines. */
  text: string;
}

/** `origin` is where the mark is loaded from, since mail programs can't draw it themselves. */
export function renderEmail(letter: Letter, site: SiteFacts, origin: string): RenderedEmail {
  return {
    subject: letter.subject,
    html: inOwnColors(renderPage(letter, site, origin), site),
    text: `${letter.heading}\n\n${letter.text}\n\n--\n${footerLines(site).join('\n')}\n`,
  };
}

/** The owner's logo, or else the mark and the name. */
function masthead({ brand, logo }: SiteFacts, origin: string): Markup {
  const { serif, ink } = style;
  if (logo) {
    const height = Math.min(44, Math.round((220 * logo.height) / logo.width));
    const width = Math.round((height * logo.width) / logo.height);
    return html`<img src="${origin}${logo.url}" width="${width}" height="${height}" alt="${brand}" style="display:block;border:0;${serif};font-size:22px;color:${ink}">`;
  }
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td style="padding:0 12px 0 0;font-size:0;line-height:0"><img src="${origin}/mark.png" width="36" height="36" alt="" style="display:block;border:0"></td>
<td class="ink" style="${serif};font-size:22px;letter-spacing:-.01em;color:${ink}">${brand}</td>
</tr></table>`;
}

/**
 * Mail programs don't support custom properties, so the template colors are replaced in the
 * finished email's styles.
 */
function inOwnColors(written: string, site: SiteFacts): string {
  if (!hasOwnColors(site)) return written;
  const palette = paletteOf(site.colors);
  const exchanged: Record<string, string> = {
    [style.ink]: palette.ink,
    [style.bone]: palette.bone,
    [style.paper]: palette.paper,
    [style.resin]: palette.resin,
    [style.saffron]: palette.saffron,
    [style.hairline]: palette.stone,
    [style.muted]: palette['ink-soft'],
    [darkAccent]: mixColors(palette.saffron, '#ffffff', 0.3),
  };
  return written.replace(/ style="[^"]*"|<style>[\s\S]*?<\/style>/g, (styles) =>
    styles.replace(/#[0-9a-f]{6}/g, (color) => exchanged[color] ?? color),
  );
}

function footerLines(site: SiteFacts): string[] {
  return [site.brand, [site.email, site.phone].join(' · '), site.distributor.lines.join(', ')];
}

function renderPage(letter: Letter, site: SiteFacts, origin: string): string {
  const [, contact, address] = footerLines(site);
  const { serif, sans, ink, bone, paper, resin, saffron, hairline, muted } = style;
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${letter.subject}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
a{color:${resin}}
@media (max-width:480px){.pad{padding-left:22px!important;padding-right:22px!important}.page{padding:0!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important}h1{font-size:27px!important}}
@media (prefers-color-scheme:dark){
body,.page{background:#16130f!important}
.card{background:#211d18!important;border-color:#3a332a!important}
.rule{border-color:#3a332a!important}
.ink,h1,h1 a{color:#f6f1e7!important}
.muted{color:#b9ad9b!important}
.accent,a{color:${darkAccent}!important}
.button{background:#f6f1e7!important}
.button a{color:#1d1a16!important}
}
</style>
</head>
<body style="margin:0;padding:0;background:${bone}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${letter.preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="background:${bone};padding:32px 16px">
<tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="card" style="max-width:600px;background:${paper};border:1px solid ${hairline};border-radius:4px">
<tr><td class="pad" style="padding:30px 44px 0">
${masthead(site, origin)}
</td></tr>
<tr><td class="pad" style="padding:22px 44px 0">
<div class="accent" style="width:36px;border-top:2px solid ${saffron};font-size:0;line-height:0">&nbsp;</div>
<h1 class="ink" style="margin:18px 0 0;${serif};font-weight:400;font-size:32px;line-height:1.18;letter-spacing:-.01em;color:${ink}">${letter.heading}</h1>
</td></tr>
<tr><td class="pad ink" style="padding:16px 44px 38px;${sans};font-size:16px;line-height:1.6;color:${ink}">
${letter.body}
</td></tr>
<tr><td class="pad rule muted" style="padding:22px 44px 28px;border-top:1px solid ${hairline};${sans};font-size:13px;line-height:1.6;color:${muted}">
${contact}<br>${address}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`);
}

/** An email that consists of text alone. */
export function renderTextEmail(
  { subject, heading, body, help }: Record<'subject' | 'heading' | 'body' | 'help', string>,
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const letter = {
    subject,
    preview: body,
    heading,
    body: html`${paragraphs(body)}
${note(help)}`,
    text: [body, help].join('\n\n'),
  };
  return renderEmail(letter, site, origin);
}

/** Splits a text into paragraphs at blank lines. */
export function paragraphs(text: string): Markup {
  return html`${readParagraphs(text).map((part) => paragraph(part))}`;
}

export function paragraph(content: string | Markup): Markup {
  return html`<p style="margin:0 0 16px">${content}</p>`;
}

/** Smaller and quieter than a paragraph. */
export function note(text: string): Markup {
  return html`<p class="muted" style="margin:22px 0 0;font-size:14px;color:${style.muted}">${text}</p>`;
}

/** A link, where a button would be too much. */
export function link(text: string, url: string): Markup {
  return html`<p style="margin:16px 0"><a href="${url}" style="color:${style.resin};font-weight:600">${text}</a></p>`;
}

/** A small heading above a group of facts. */
export function label(text: string): Markup {
  return html`<p class="muted" style="margin:26px 0 6px;font-size:12px;letter-spacing:.09em;text-transform:uppercase;color:${style.muted}">${text}</p>`;
}

/** One fact per line. */
export function factsBlock(facts: readonly string[]): Markup {
  return html`<p style="margin:0;word-break:break-word">${facts.map((fact) => html`${fact}<br>`)}</p>`;
}

/** The amount that the email is about. */
export function amountBlock(text: string, amount: string): Markup {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="rule" style="margin:8px 0 22px;border-top:1px solid ${style.hairline};border-bottom:1px solid ${style.hairline}"><tr>
<td class="muted" style="padding:16px 0;color:${style.muted}">${text}</td>
<td class="ink" align="right" style="padding:16px 0 16px 16px;font-size:24px;font-weight:600;line-height:1.2;white-space:nowrap">${amount}</td>
</tr></table>`;
}

/** Looks like the shop's own buttons. `url` is ours or a carrier's, never a visitor's. */
export function button(text: string, url: string): Markup {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:26px 0 8px"><tr>
<td class="button" style="background:${style.ink};border-radius:2px">
<a href="${url}" style="display:inline-block;padding:16px 28px;${style.sans};font-size:17px;font-weight:600;line-height:20px;color:${style.paper};text-decoration:none">${text}</a>
</td></tr></table>`;
}
