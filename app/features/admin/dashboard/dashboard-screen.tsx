import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { isTrial } from '#domain/first-day.ts';
import { OpenAlerts } from '../alerts/open-alerts.tsx';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { FirstDayList } from '../first-day/first-day-list.tsx';
import { type FirstDay, useFirstDay } from '../first-day/use-first-day.ts';
import { IncidentLine } from '../health/incident-line.tsx';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { AttentionList } from './attention-list.tsx';
import { CountStrip } from './count-strip.tsx';
import { readActivity, readOverview } from './read-dashboard.ts';
import { RecentActivity } from './recent-activity.tsx';

const SalesReport = lazyPart(() => import('./sales-report.tsx'));

/** If the shop is meant for real sales, what is missing comes before the figures. */
const goesFirst = (firstDay: FirstDay) =>
  !isTrial(firstDay) && firstDay.left.some((step) => step !== 'administrators');

/** Requirements §2.17, Dashboard. */
export default function DashboardScreen() {
  const calls = useAdminCalls();
  const overview = useQuery({ queryKey: ['overview'], queryFn: () => readOverview(calls) });
  const activity = useQuery({ queryKey: ['activity'], queryFn: () => readActivity(calls) });
  const { data: firstDay } = useFirstDay();
  const checklist =
    firstDay && !firstDay.hidden && firstDay.left.length > 0 ? (
      <FirstDayList firstDay={firstDay} />
    ) : null;
  const failure = overview.error ?? activity.error;

  useEffect(() => {
    if (!failure) return;
    showToast({
      title: 'Error fetching dashboard data',
      description: messageOf(failure),
      variant: 'destructive',
    });
  }, [failure]);

  return (
    <>
      <ScreenHeading title="Dashboard" />
      <div className="space-y-5">
        <IncidentLine />
        <OpenAlerts />
        {firstDay && goesFirst(firstDay) ? checklist : null}
        {/* This order on phones; on desktops, attention and activity are beside the sales. */}
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_auto_1fr]">
          <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <AttentionList overview={overview.data} />
          </div>
          <div className="min-w-0 lg:col-start-1 lg:row-start-1">
            <CountStrip overview={overview.data} />
          </div>
          <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-2">
            <Suspense fallback={<div className="h-96 rounded-md border border-line bg-paper" />}>
              <SalesReport />
            </Suspense>
          </div>
          <div className="min-w-0 lg:col-start-2 lg:row-start-3">
            <RecentActivity activity={activity.data} failed={activity.isError} />
          </div>
        </div>
        {firstDay && goesFirst(firstDay) ? null : checklist}
      </div>
    </>
  );
}
