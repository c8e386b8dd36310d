import { clsx } from 'clsx';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Form, useNavigation, useSearchParams } from 'react-router';
import { TextField } from '#app/components/forms/text-field.tsx';
import { PageIntro } from '#app/components/page/page-intro.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { CodeAnswer } from './request-check.ts';
import { useHasCamera } from './use-has-camera.ts';
import { ValidityResult } from './validity-result.tsx';
import { ValiditySteps } from './validity-steps.tsx';

const CodeScanner = lazyPart(() => import('./code-scanner.tsx'));

interface ValidityProps {
  answer: CodeAnswer;
  /** The code in the page's path. */
  scanned?: string;
}

export function Validity({ answer, scanned }: ValidityProps) {
  // A link may fill in the code; checking it is left to the visitor.
  const linked = useSearchParams()[0].get('code') ?? scanned;
  const [code, setCode] = useState(answer?.code ?? linked?.trim() ?? '');
  const hydrated = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  // Keeps what was typed before hydration; React would reset it to its own state.
  useLayoutEffect(() => {
    if (field.current?.value) setCode(field.current.value);
  }, []);
  const [scanning, setScanning] = useState(false);
  const hasCamera = useHasCamera();
  const checking = useNavigation().formAction?.startsWith('/validity') ?? false;

  useEffect(() => {
    if (answer?.state === 'unchecked') {
      showToast({
        title: 'Error',
        description: 'Failed to verify the product. Please try again.',
        variant: 'destructive',
      });
    }
  }, [answer]);

  return (
    <div className="page-width pt-4 pb-24">
      <PageIntro label="Validity" to="/validity" title="Verify your bottle">
        <p>
          Every jar and bottle that leaves our workshop carries its own number. Check it against our
          list.
        </p>
      </PageIntro>
      <div className="grid grid-cols-1 gap-x-20 gap-y-14 lg:grid-cols-[1.1fr_1fr] lg:items-start">
        <div>
          <Form method="post" action="/validity" preventScrollReset className="flex flex-col gap-4">
            <TextField
              ref={field}
              label="Batch code"
              name="code"
              hint="From the lid, for example SH2041, or the eleven characters under the seal"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={200}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
            <div className="flex flex-wrap gap-3">
              <Button
                type="submit"
                size="lg"
                className="self-start"
                // Without scripts the button cannot wait for a code.
                disabled={checking || (hydrated && code.trim() === '')}
              >
                {checking ? 'Checking…' : 'Verify Product'}
              </Button>
              {/* Phones have a camera, so the space is reserved until the browser has confirmed it. */}
              <Button
                variant="secondary"
                size="lg"
                onClick={() => setScanning(!scanning)}
                className={clsx(
                  !hasCamera && 'invisible pointer-fine:hidden [@media(scripting:none)]:hidden',
                )}
              >
                {scanning ? 'Stop scanning' : 'Scan the code'}
              </Button>
            </div>
          </Form>
          {scanning ? (
            <Suspense fallback={<p className="mt-4 text-ink-soft">Opening the camera…</p>}>
              <CodeScanner
                onCode={(found) => {
                  setCode(found);
                  setScanning(false);
                  field.current?.focus();
                }}
              />
            </Suspense>
          ) : null}
          <ValidityResult answer={answer} checking={checking} />
        </div>
        <Picture
          src="/media/lid-batch-1200.webp"
          alt="A dark jar lid, laser-printed with the batch number SH2041"
          sizes="(min-width: 64rem) 40vw, 94vw"
          width={1200}
          height={1200}
          className="aspect-[4/3] w-full rounded-md bg-stone object-cover"
        />
      </div>
      <ValiditySteps />
    </div>
  );
}
