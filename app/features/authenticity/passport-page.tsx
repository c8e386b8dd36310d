import { FileText } from 'lucide-react';
import { PageIntro } from '#app/components/page/page-intro.tsx';
import { StructuredData } from '#app/components/structured-data.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { absolute } from '#app/lib/page-meta.ts';
import { useShop } from '#app/lib/use-shop.ts';
import type { SignedPassport } from '#domain/batch-passport.ts';
import { passportPath } from '#domain/check-answer.ts';
import { formatDate } from '#domain/content-date.ts';
import { PassportNotice } from './passport-notice.tsx';
import { ResultList } from './result-list.tsx';

interface PassportPageProps {
  passport: SignedPassport;
  expired: boolean;
}

/** The public data of a batch: facts, results, documents, corrections, and how to verify all of it. */
export function PassportPage({ passport, expired }: PassportPageProps) {
  const { site, origin } = useShop();
  const day = (date: string) => formatDate(new Date(date), 'UTC');
  const moment = (date: string) => formatDate(new Date(date), site.timeZone);
  const { code, product, productPath, documents, corrections } = passport;
  const path = passportPath(code);
  const facts: [string, React.ReactNode][] = [
    [
      'Product',
      productPath ? (
        <Link key="product" to={productPath} className="text-link">
          {product}
        </Link>
      ) : (
        product
      ),
    ],
    ['Made on', passport.madeOn && day(passport.madeOn)],
    ['Best before', passport.bestBefore && day(passport.bestBefore)],
    ['Made', passport.unitsMade && `${passport.unitsMade.toLocaleString('en-US')} jars or bottles`],
    ['Origin', passport.origin],
    ['Released', moment(passport.releasedAt)],
  ];
  return (
    <div className="page-width pt-4 pb-24">
      <PageIntro label={`Batch ${code}`} to={path} title={`Batch ${code}`}>
        <p>
          {product ? `${product}. ` : ''}What the laboratory found, published when this batch was
          released.
        </p>
      </PageIntro>
      <PassportNotice passport={passport} expired={expired} />
      <div className="grid grid-cols-1 gap-x-20 gap-y-14 lg:grid-cols-[1.4fr_1fr] lg:items-start">
        <section aria-labelledby="results-title">
          <h2 id="results-title" className="text-display">
            Laboratory results
          </h2>
          <ResultList results={passport.results} />
        </section>
        <div className="flex flex-col gap-12">
          <section aria-labelledby="facts-title">
            <h2 id="facts-title" className="text-display-sm">
              The batch
            </h2>
            <dl className="mt-4 divide-y divide-line border-y border-line">
              {facts.map(([name, fact]) =>
                fact ? (
                  <div key={name} className="grid grid-cols-[8rem_1fr] gap-4 py-3">
                    <dt className="text-ink-soft">{name}</dt>
                    <dd className="min-w-0 break-words">{fact}</dd>
                  </div>
                ) : null,
              )}
            </dl>
          </section>
          <section aria-labelledby="documents-title">
            <h2 id="documents-title" className="text-display-sm">
              Documents
            </h2>
            <ul className="mt-4 flex flex-col gap-4">
              {documents.map((document) => (
                <li key={document.sha256} className="flex gap-3">
                  <FileText aria-hidden="true" className="mt-1 size-5 shrink-0" strokeWidth={1.6} />
                  <div className="min-w-0">
                    <a
                      href={document.url}
                      className="text-link inline-flex min-h-11 items-center font-semibold"
                    >
                      {document.title}
                    </a>
                    <p className="text-sm text-ink-soft">
                      {[
                        document.laboratory,
                        document.accreditationNumber &&
                          `accreditation ${document.accreditationNumber}`,
                        document.testedOn && `tested on ${day(document.testedOn)}`,
                      ]
                        .filter(Boolean)
                        .join(', ')}
                    </p>
                    <p className="mt-1 font-mono text-xs break-all text-ink-soft">
                      SHA-256 {document.sha256}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          </section>
          {corrections.length > 0 ? (
            <section aria-labelledby="corrections-title">
              <h2 id="corrections-title" className="text-display-sm">
                Corrections
              </h2>
              <ul className="mt-4 flex flex-col gap-5">
                {corrections.map(({ at, reason, changes }) => (
                  <li key={at}>
                    <p className="font-semibold">Corrected on {moment(at)}</p>
                    <p className="break-words">{reason}</p>
                    <ul className="mt-1 list-disc pl-5 text-sm text-ink-soft">
                      {changes.map((change) => (
                        <li key={change} className="break-words">
                          {change}
                        </li>
                      ))}
                    </ul>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          <section aria-labelledby="verify-title" className="rounded-md bg-bone-deep p-6">
            <h2 id="verify-title" className="text-display-sm">
              Verify this page without us
            </h2>
            <p className="mt-3">
              This passport was signed on {moment(passport.issuedAt)} and is entry{' '}
              {passport.log.entry} of our{' '}
              <a href="/transparency.json" className="text-link">
                log
              </a>
              , which nobody can rewrite unnoticed.
            </p>
            <p className="mt-3 text-sm text-ink-soft">
              <a href={`${path}.json`} className="text-link">
                The signed passport
              </a>
              , the{' '}
              <a href={passport.keys} className="text-link">
                public keys
              </a>{' '}
              and a short script, <code>docs/check-passports.mjs</code>, are all it takes.
            </p>
          </section>
          <p className="text-sm text-ink-soft">
            A batch number can be copied. What proves a single jar is the code under its seal:{' '}
            <Link to="/validity" className="text-link font-semibold">
              check it here
            </Link>
            .
          </p>
        </div>
      </div>
      <StructuredData
        data={{
          '@type': 'Dataset',
          name: `Laboratory results of batch ${code}`,
          description: `What an independent laboratory found in batch ${code} of ${product || 'our product'}: heavy metals, microbiology and more, each with its limit.`,
          url: absolute(origin, path),
          identifier: code,
          dateModified: passport.issuedAt,
          isAccessibleForFree: true,
          creator: { '@type': 'Organization', name: site.brand, url: origin },
          distribution: [
            {
              '@type': 'DataDownload',
              encodingFormat: 'application/json',
              contentUrl: absolute(origin, `${path}.json`),
            },
          ],
          variableMeasured: passport.results.map((result) => ({
            '@type': 'PropertyValue',
            name: result.analyte,
            ...(result.value === null ? {} : { value: result.value }),
            unitText: result.unit,
            ...(result.limit === null ? {} : { maxValue: result.limit }),
          })),
        }}
      />
    </div>
  );
}
