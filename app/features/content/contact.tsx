import { PageIntro } from '#app/components/page/page-intro.tsx';
import { StructuredData } from '#app/components/structured-data.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import type { PostalParty } from '#domain/settings.ts';
import { ContactForm } from './contact-form.tsx';
import { localBusiness } from './local-business.ts';
import type { ContactAnswer } from './send-message.ts';

export function Contact({ answer }: { answer: ContactAnswer | undefined }) {
  const shop = useShop();
  const { site } = shop;
  return (
    <div className="page-width pt-4 pb-24">
      <StructuredData data={localBusiness(shop)} />
      <PageIntro label="Contact" to="/contact" title="Contact us">
        <p>
          Questions about a jar, an order or a number on a lid? Write to us, and a person will
          answer.
        </p>
      </PageIntro>
      <div className="grid grid-cols-1 gap-x-20 gap-y-14 lg:grid-cols-[1.3fr_1fr]">
        <ContactForm answer={answer} />
        <dl className="h-fit divide-y divide-line border-y border-line text-sm [&>div]:grid [&>div]:grid-cols-[7rem_1fr] sm:[&>div]:grid-cols-[7.5rem_1fr] [&>div]:gap-4 [&>div]:py-4 [&_dt]:font-semibold">
          <div>
            <dt>Email</dt>
            <dd>
              <a
                className="text-link -my-3 inline-flex min-h-11 items-center"
                href={`mailto:${site.email}`}
              >
                {site.email}
              </a>
            </dd>
          </div>
          <div>
            <dt>Phone</dt>
            <dd>
              <a
                className="text-link -my-3 inline-flex min-h-11 items-center"
                href={`tel:${site.phone.replace(/[^+\d]/g, '')}`}
              >
                {site.phone}
              </a>
            </dd>
          </div>
          <Party title="Manufacturer" party={site.manufacturer} />
          <Party title="Distributor" party={site.distributor} />
          <div>
            <dt>Website</dt>
            <dd>{site.website}</dd>
          </div>
          <div>
            <dt>Business hours</dt>
            <dd>
              {site.hours.map(({ days, hours }) => (
                <span key={days} className="flex max-w-60 flex-wrap justify-between gap-x-4">
                  <span className="whitespace-nowrap">{days}</span>{' '}
                  <span className="whitespace-nowrap tabular-nums">{hours}</span>
                </span>
              ))}
            </dd>
          </div>
        </dl>
      </div>
    </div>
  );
}

function Party({ title, party }: { title: string; party: PostalParty }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {party.name}
        {party.lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </dd>
    </div>
  );
}
