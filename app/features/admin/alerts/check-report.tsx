import { useQuery } from '@tanstack/react-query';
import { useShop } from '#app/lib/use-shop.ts';
import { sayDay } from '../batches/batch-text.ts';
import { outcomes } from '../batches/check-outcomes.ts';
import { lastDays } from '../dashboard/last-days.ts';
import { Fact } from '../data/fact.tsx';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { FormSection } from '../form/form-section.tsx';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { sumChecks } from './sum-checks.ts';

const number = 'px-3 py-2 text-right tabular-nums';

/** Checks of the last thirty days, by day, outcome and country. */
export default function CheckReport() {
  const { site } = useShop();
  const calls = useAdminCalls();
  const { data, isError, refetch } = useQuery({
    queryKey: ['code checks'],
    queryFn: async () => {
      const period = lastDays(new Date(), 30, site.timeZone);
      const rows = await calls.run((tables) =>
        tables.rpc('admin_code_checks', { ...period, zone: site.timeZone }),
      );
      return sumChecks(rows);
    },
  });
  const named = data?.countries.filter(({ country }) => country !== null) ?? [];
  return (
    <>
      <ScreenHeading
        title="Checks over time"
        back={{ to: '/admin/alerts', label: 'Back to alerts' }}
      />
      {isError ? (
        <LoadFailure text="The checks could not be loaded." onRetry={refetch} />
      ) : !data ? (
        <ScreenLoading />
      ) : data.days.length === 0 ? (
        <p className="text-ink-soft">Nobody has checked a code in the last 30 days.</p>
      ) : (
        <div className="space-y-5">
          <FormSection title="By day" description="The last 30 days, by what was answered.">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a phone */}
            <section tabIndex={0} aria-label="Checks by day" className="overflow-x-auto">
              <table className="w-full border-collapse text-sm">
                <thead>
                  <tr className="border-b border-line text-xs text-ink-soft">
                    <th scope="col" className="py-2 text-left font-semibold">
                      Day
                    </th>
                    {data.outcomes.map((outcome) => (
                      <th key={outcome} scope="col" className={`${number} font-semibold`}>
                        {outcomes[outcome as keyof typeof outcomes]}
                      </th>
                    ))}
                    <th scope="col" className={`${number} font-semibold`}>
                      All
                    </th>
                  </tr>
                </thead>
                <tbody className="divide-y divide-line">
                  {data.days.map(({ day, total, of }) => (
                    <tr key={day}>
                      <th scope="row" className="py-2 text-left font-normal whitespace-nowrap">
                        {sayDay(day)}
                      </th>
                      {data.outcomes.map((outcome) => (
                        <td key={outcome} className={number}>
                          {of[outcome]?.toLocaleString('en-US') ?? '–'}
                        </td>
                      ))}
                      <td className={`${number} font-semibold`}>{total.toLocaleString('en-US')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </FormSection>
          {named.length > 0 ? (
            <FormSection
              title="By country"
              description="Where the server in front of the shop names it."
            >
              <dl className="grid grid-cols-2 gap-3 text-sm sm:grid-cols-4">
                {data.countries.map(({ country, checks }) => (
                  <Fact key={country} figure term={sayCountry(country)}>
                    {checks}
                  </Fact>
                ))}
              </dl>
            </FormSection>
          ) : null}
        </div>
      )}
    </>
  );
}

function sayCountry(country: string | null): string {
  if (country === null) return 'Not named';
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }).of(country) ?? country;
}
