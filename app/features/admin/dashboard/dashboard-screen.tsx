import { ScreenHeading } from '../shell/screen-heading.tsx';

export default function DashboardScreen() {
  return <ScreenHeading title="Dashboard" />;
}
