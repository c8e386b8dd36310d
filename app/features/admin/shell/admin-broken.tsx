import { Button, buttonClasses } from '#app/components/ui/button.tsx';

/** In place of a screen that broke. A plain link, since the router itself may be what failed. */
export function AdminBroken() {
  return (
    <main id="content" className="page-width min-h-dvh max-w-2xl py-20">
      <title>Something went wrong | Admin</title>
      <h1 className="text-display">This screen could not be shown</h1>
      <p className="mt-6 text-lg text-ink-soft">
        What has been saved is safe. If it happens again after loading the page anew, the other
        screens work all the same.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Button onClick={() => window.location.reload()}>Load it again</Button>
        <a className={buttonClasses({ variant: 'secondary' })} href="/admin/dashboard">
          Back to the dashboard
        </a>
      </p>
    </main>
  );
}
