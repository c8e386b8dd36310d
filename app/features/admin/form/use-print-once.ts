import { useEffect, useRef } from 'react';

/** Opens the print dialog once everything to be printed is rendered, and calls back afterwards. */
export function usePrintOnce(onPrinted: () => void): void {
  const latest = useRef(onPrinted);
  latest.current = onPrinted;
  useEffect(() => {
    const done = () => latest.current();
    window.addEventListener('afterprint', done);
    void document.fonts.ready.then(() => window.print());
    return () => window.removeEventListener('afterprint', done);
  }, []);
}
