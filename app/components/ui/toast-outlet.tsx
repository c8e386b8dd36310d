import { lazy, Suspense, useEffect, useState } from 'react';
import { onToastWaiting } from './toast.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Stands once at the end of the page; brings the toaster in with the first notice. */
export function ToastOutlet() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onToastWaiting(() => setWanted(true)), []);
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
