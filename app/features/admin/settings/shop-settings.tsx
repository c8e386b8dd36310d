import { useQuery } from '@tanstack/react-query';
import { Button } from '#app/components/ui/button.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { toSettingValues } from './setting-values.ts';
import { SettingsForm } from './settings-form.tsx';

/** The shop's facts, without touching code. */
export function ShopSettings() {
  const calls = useAdminCalls();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: () => calls.run((tables) => tables.from('site_settings').select('key, value')),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isPending) return <ScreenLoading />;
  if (isError) {
    return (
      <>
        <ScreenHeading title="Settings" />
        <p className="mb-4">The settings could not be loaded.</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </>
    );
  }
  return <SettingsForm opened={toSettingValues(data)} />;
}
