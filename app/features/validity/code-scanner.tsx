import { useEffect, useRef, useState } from 'react';
import { codeInScan } from '#domain/gs1-link.ts';

/** As browsers that have it offer it; TypeScript does not know it yet. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => BarcodeDetector;
  }
}

const everyMs = 200;

/** The camera's picture, until a code is in it. Nothing of it leaves the browser. */
export default function CodeScanner({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const found = useRef(onCode);
  found.current = onCode;

  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer = 0;
    let over = false;
    const stop = () => {
      over = true;
      window.clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    async function look(detector: BarcodeDetector, screen: HTMLVideoElement): Promise<void> {
      const [barcode] = screen.readyState >= 2 ? await detector.detect(screen) : [];
      if (over) return;
      if (barcode?.rawValue) {
        stop();
        found.current(codeInScan(barcode.rawValue));
        return;
      }
      timer = window.setTimeout(() => look(detector, screen).catch(fail), everyMs);
    }
    function fail(): void {
      stop();
      setProblem('The camera could not be read. Please type the code instead.');
    }
    async function begin(): Promise<void> {
      if (!window.BarcodeDetector || !video.current) return fail();
      const detector = new window.BarcodeDetector({ formats: ['qr_code', 'data_matrix'] });
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (over) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      await look(detector, video.current);
    }
    begin().catch(() => {
      if (over) return;
      stop();
      setProblem(
        'The camera could not be opened. Please allow it for this page, or type the code.',
      );
    });
    return stop;
  }, []);

  if (problem) {
    return (
      <p role="alert" className="mt-4 text-danger">
        {problem}
      </p>
    );
  }
  return (
    <div className="mt-4">
      <p className="text-sm text-ink-soft">
        Hold the square code from under the seal into the picture.
      </p>
      <video
        ref={video}
        muted
        playsInline
        aria-label="Camera"
        className="mt-2 aspect-[4/3] w-full rounded-md bg-ink object-cover"
      />
    </div>
  );
}
