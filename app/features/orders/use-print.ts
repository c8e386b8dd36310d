import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Prints one of several elements: only the one whose id is `printing`. */
export function usePrint(): { printing: string | null; print: (id: string) => void } {
  const [printing, setPrinting] = useState<string | null>(null);

  useEffect(() => {
    const done = () => setPrinting(null);
    window.addEventListener('afterprint', done);
    return () => window.removeEventListener('afterprint', done);
  }, []);

  return {
    printing,
    print(id) {
      // The print dialog blocks everything, so the page has to be ready before it opens.
      flushSync(() => setPrinting(id));
      window.print();
    },
  };
}
