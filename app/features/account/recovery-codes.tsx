import { useEffect, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { saveFile } from './save-file.ts';

/** Shown once: the server keeps only what it needs to recognise them. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const { site } = useShop();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');

  return (
    <div className="space-y-4 rounded-md bg-paper p-5 sm:p-6">
      <h3 ref={heading} tabIndex={-1} className="font-sans text-base font-semibold outline-none">
        Your recovery codes
      </h3>
      <p className="text-sm">
        Keep them where you find them without your phone. Each works once, in place of the app. They
        are not shown again.
      </p>
      <ul className="grid gap-x-6 gap-y-1.5 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => showToast({ title: 'Copied' }),
              () => showToast({ title: 'Please copy them by hand', variant: 'destructive' }),
            )
          }
        >
          Copy
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            saveFile(
              'recovery-codes.txt',
              'text/plain',
              `${site.brand} recovery codes\n\n${text}\n`,
            )
          }
        >
          Download
        </Button>
        <Button onClick={onKept}>I have kept them</Button>
      </div>
    </div>
  );
}
