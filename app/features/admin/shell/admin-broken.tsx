import { Button, buttonClasses } from '#app/components/ui/button.tsx';

/** Replaces a screen that crashed. A plain link, because the router itself may be what failed. */
export function AdminBroken() {
  return (
    <main id="content" className="page-width min-h-dvh max-w-2xl py-20">
      <title>Something went wrong | Admin</title>
      <h1 className="text-display">This screen could not be displayed</h1>
      <p className="mt-6 text-lg text-ink-soft">
        Your saved work is safe. If this happens again after you reload the page, the other screens
        still work.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Button onClick={() => window.location.reload()}>Reload</Button>
        <a className={buttonClasses({ variant: 'secondary' })} href="/admin/dashboard">
          Back to the dashboard
        </a>
      </p>
    </main>
  );
}
