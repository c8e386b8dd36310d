import { useEffect, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { useShop } from '#app/lib/use-shop.ts';

interface RecoveryCodesProps {
  codes: string[];
  /** The heading level. */
  heading?: 'h2' | 'h3';
  onKept: () => void;
}

/** Shown once: the server stores only hashes of them. */
export function RecoveryCodes({ codes, heading: Heading = 'h3', onKept }: RecoveryCodesProps) {
  const { site } = useShop();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');

  return (
    <div className="space-y-4 rounded-md bg-paper p-5 sm:p-6">
      <Heading
        ref={heading}
        tabIndex={-1}
        className="font-sans text-base font-semibold outline-none"
      >
        Your recovery codes
      </Heading>
      <p className="text-sm">
        Store them somewhere you can reach without your phone. Each code works once in place of the
        app. They won’t be shown again.
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
              () => showToast({ title: 'Please copy them manually', variant: 'destructive' }),
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
              `${site.brand} recovery codes\n\n${text}\n`,
              'text/plain',
            )
          }
        >
          Download
        </Button>
        <Button onClick={onKept}>I’ve saved them</Button>
      </div>
    </div>
  );
}
