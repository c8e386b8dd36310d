import { BriefMoment } from '../table/moment.tsx';
import type { Activity } from './activity.ts';

/** Event, User and Date of the latest 5 events (requirements §2.17, §9.4). */
export function RecentActivity({
  activity,
  failed,
}: {
  activity: Activity[] | undefined;
  failed: boolean;
}) {
  return (
    <section aria-label="Recent Activity" className="rounded-md border border-line bg-paper">
      <h2 className="border-b border-line px-4 py-3 font-sans text-base font-semibold">
        Recent Activity
      </h2>
      {activity?.length ? (
        <table className="w-full table-fixed border-collapse text-sm">
          <thead>
            <tr className="border-b border-line text-left text-xs text-ink-soft">
              {['Event', 'User', 'Date'].map((heading) => (
                <th
                  key={heading}
                  scope="col"
                  className="px-2 py-2 font-semibold first:pl-4 last:w-26 last:pr-4 nth-2:w-[28%]"
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {activity.map(({ id, event, user, date }) => (
              <tr key={id}>
                <td className="h-12 py-1 pr-2 pl-4 leading-snug wrap-anywhere">{event}</td>
                <td className="px-2 py-1 text-xs wrap-anywhere" title={user}>
                  <span className="line-clamp-2">{user}</span>
                </td>
                <td className="py-1 pr-4 pl-2 text-xs whitespace-nowrap text-ink-soft">
                  <BriefMoment at={date} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : activity || failed ? (
        <p className="px-4 py-8 text-center text-sm text-ink-soft">No recent activity</p>
      ) : (
        <div className="space-y-3 p-4">
          {['one', 'two', 'three'].map((row) => (
            <span key={row} className="block h-5 animate-pulse rounded-sm bg-bone-deep" />
          ))}
        </div>
      )}
    </section>
  );
}
