import { Route, Routes } from 'react-router';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { AlertInbox } from './alert-inbox.tsx';

const ReportList = lazyPart(() => import('./report-list.tsx'));
const CheckReport = lazyPart(() => import('./check-report.tsx'));

/** /admin/alerts, /admin/alerts/reports and /admin/alerts/checks. */
export default function AlertsScreen() {
  return (
    <Routes>
      <Route index element={<AlertInbox />} />
      <Route path="reports" element={<ReportList />} />
      <Route path="checks" element={<CheckReport />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
