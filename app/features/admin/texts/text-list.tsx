import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from '#app/components/ui/link.tsx';
import { type TextPlace, textPlaces } from '#domain/texts/site-texts.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { Moment } from '../table/moment.tsx';
import { placeWords } from './place-text.ts';

/** All of the shop's texts, by the place where they appear. */
export function TextList() {
  const calls = useAdminCalls();
  const { data } = useQuery({
    queryKey: ['texts'],
    queryFn: () =>
      calls.run((tables) =>
        tables
          .from('text_versions')
          .select('place, published_at, published_by')
          .order('number', { ascending: false })
          .limit(1000),
      ),
  });
  const places = Object.keys(textPlaces) as TextPlace[];
  const groups = [...new Set(places.map((place) => placeWords[place].group))];
  return (
    <>
      <ScreenHeading title="Texts" />
      <div className="space-y-8">
        {groups.map((group, index) => (
          <section key={group} aria-labelledby={`group-${index}`}>
            <h2 id={`group-${index}`} className="mb-2 font-sans text-sm font-semibold">
              {group}
            </h2>
            <ul className="divide-y divide-line rounded-md border border-line bg-paper">
              {places
                .filter((place) => placeWords[place].group === group)
                .map((place) => {
                  const newest = data?.find((version) => version.place === place);
                  return (
                    <li key={place}>
                      <Link
                        to={`/admin/texts/${place}`}
                        className="flex min-h-14 items-center gap-4 px-4 py-2.5 hover:bg-bone"
                      >
                        <span className="min-w-0 flex-1">
                          <span className="block font-semibold">{placeWords[place].label}</span>
                          <span className="block text-sm text-ink-soft">
                            {placeWords[place].about}
                          </span>
                        </span>
                        <span className="text-right text-xs text-ink-soft max-sm:hidden">
                          {newest ? (
                            <>
                              Published <Moment at={newest.published_at} />
                            </>
                          ) : data ? (
                            'As it comes'
                          ) : null}
                        </span>
                        <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
                      </Link>
                    </li>
                  );
                })}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
