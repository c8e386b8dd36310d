import { Button } from '#app/components/ui/button.tsx';
import { AdminLoading } from './admin-loading.tsx';
import { useAdminGuard } from './use-admin-guard.ts';

/** Renders its children only for an admin, whose email it passes on. */
export function AdminGate({ children }: { children: (email: string) => React.ReactNode }) {
  const guarded = useAdminGuard();
  if (guarded.state === 'admin') return children(guarded.email);
  if (guarded.state === 'checking') return <AdminLoading />;
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-5 p-6 text-center">
      <h1 className="text-display-sm">The shop could not be reached</h1>
      <p className="text-ink-soft">Your session could not be checked.</p>
      <Button onClick={guarded.retry}>Try again</Button>
    </main>
  );
}
