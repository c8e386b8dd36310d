import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import type { SettingRow } from './setting-rows.ts';

interface StoredSettingsProps {
  title: string;
  /** Shown if they cannot be loaded. */
  failed: string;
  /** Called once with the rows as they are when the screen opens. */
  children: (rows: readonly SettingRow[]) => React.ReactNode;
}

/** Loads the shop's settings for a screen that edits some of them. */
export function StoredSettings({ title, failed, children }: StoredSettingsProps) {
  const calls = useAdminCalls();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['settings', title],
    queryFn: () => calls.run((tables) => tables.from('site_settings').select('key, value')),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isPending) return <ScreenLoading />;
  if (isError) {
    return (
      <>
        <ScreenHeading title={title} />
        <LoadFailure text={failed} onRetry={refetch} />
      </>
    );
  }
  return children(data);
}
