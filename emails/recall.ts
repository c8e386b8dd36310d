import { html } from 'hono/html';
import type { SiteFacts } from '#domain/settings.ts';
import {
  button,
  factsBlock,
  label,
  note,
  paragraph,
  type RenderedEmail,
  renderEmail,
} from './layout.ts';

export interface EmailRecall {
  reason: string;
  instructions: string;
  batches: readonly { code: string; product: string }[];
}

/** To whoever bought from a recalled batch; `link` notes that it was read. */
export function recallMail(
  { reason, instructions, batches }: EmailRecall,
  site: SiteFacts,
  { origin, link }: { origin: string; link: string },
): RenderedEmail {
  const names = batches.map(({ code, product }) =>
    product ? `${product}, batch ${code}` : `Batch ${code}`,
  );
  const bought =
    'You bought from a batch that we are taking back. The batch number is on the lid of the jar or the collar of the bottle.';
  const read = 'Please let us know that you have read this: one press is enough.';
  const help = `Questions? Write to ${site.email} or call ${site.phone}. All recalls: ${origin}/recalls`;
  return renderEmail(
    {
      subject: `Recall: please check your ${site.brand} product`,
      preview: instructions,
      heading: 'Please check your jar: we are recalling a batch',
      body: html`${paragraph(bought)}
${label('Recalled')}
${factsBlock(names)}
${label('Why')}
${paragraph(reason)}
${label('What to do')}
${paragraph(instructions)}
${paragraph(read)}
${button('I have read this', link)}
${note(help)}`,
      text: [
        bought,
        `Recalled\n${names.join('\n')}`,
        `Why\n${reason}`,
        `What to do\n${instructions}`,
        `${read}\n${link}`,
        help,
      ].join('\n\n'),
    },
    site,
    origin,
  );
}
