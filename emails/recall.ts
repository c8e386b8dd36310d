import { html } from 'hono/html';
import { fillMailTexts, type MailSite } from './fill-mail-texts.ts';
import {
  button,
  factsBlock,
  label,
  note,
  paragraph,
  paragraphs,
  type RenderedEmail,
  renderEmail,
} from './layout.ts';

export interface EmailRecall {
  reason: string;
  instructions: string;
  batches: readonly { code: string; product: string }[];
}

/**
 * To everyone who bought from a recalled batch; `link` records that they have read it. Wording:
 * `domain/texts/mail-texts.ts`.
 */
export function recallMail(
  { reason, instructions, batches }: EmailRecall,
  site: MailSite,
  { origin, link }: { origin: string; link: string },
): RenderedEmail {
  const words = fillMailTexts(site, 'mail_recall');
  const names = batches.map(({ code, product }) =>
    product ? `${product}, batch ${code}` : `Batch ${code}`,
  );
  const help = `${words.help} ${words.recalls} ${origin}/recalls`;
  return renderEmail(
    {
      subject: words.subject,
      preview: instructions,
      heading: words.heading,
      body: html`${paragraphs(words.body)}
${label('Recalled')}
${factsBlock(names)}
${label('Why')}
${paragraph(reason)}
${label('What to do')}
${paragraph(instructions)}
${paragraphs(words.read)}
${button(words.button, link)}
${note(help)}`,
      text: [
        words.body,
        `Recalled\n${names.join('\n')}`,
        `Why\n${reason}`,
        `What to do\n${instructions}`,
        `${words.read}\n${link}`,
        help,
      ].join('\n\n'),
    },
    site,
    origin,
  );
}
