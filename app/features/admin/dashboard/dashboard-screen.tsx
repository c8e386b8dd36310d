import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { isTriedOut } from '#domain/first-day.ts';
import { OpenAlerts } from '../alerts/open-alerts.tsx';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { FirstDayList } from '../first-day/first-day-list.tsx';
import { type FirstDay, useFirstDay } from '../first-day/use-first-day.ts';
import { IncidentLine } from '../health/incident-line.tsx';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { AttentionList } from './attention-list.tsx';
import { CountCards } from './count-cards.tsx';
import { readActivity, readOverview } from './read-dashboard.ts';
import { RecentActivity } from './recent-activity.tsx';

const SalesReport = lazyPart(() => import('./sales-report.tsx'));

/** Where a shop is meant to sell, what it lacks goes before its figures. */
const goesFirst = (firstDay: FirstDay) =>
  !isTriedOut(firstDay) && firstDay.left.some((step) => step !== 'administrators');

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
        <CountCards overview={overview.data} />
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="order-1 min-w-0 space-y-5 lg:order-none">
            <Suspense fallback={<div className="h-96 rounded-md border border-line bg-paper" />}>
              <SalesReport />
            </Suspense>
            <RecentActivity activity={activity.data} failed={activity.isError} />
          </div>
          <AttentionList overview={overview.data} />
        </div>
        {firstDay && goesFirst(firstDay) ? null : checklist}
      </div>
    </>
  );
}
