import { Spinner } from '#app/components/ui/spinner.tsx';

/**
 * Shown while the session is checked (requirements §2.17, admin shell), and all that the server
 * renders.
 */
export function AdminLoading() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 p-6">
      <h1 className="sr-only">Admin</h1>
      <div className="[@media(scripting:none)]:hidden">
        <Spinner label="Loading" showLabel />
      </div>
      <noscript>
        <p>The admin area requires JavaScript.</p>
      </noscript>
    </main>
  );
}
