import decodeQr from 'qr/decode.js';
import { useEffect, useRef, useState } from 'react';
import { codeInScan } from '#domain/gs1-link.ts';

const everyMs = 200;
/** Enough for a code that fills a third of the picture, and decoded within milliseconds. */
const longestSide = 800;

/** Shows the camera until it sees a QR code. No image leaves the browser. */
export default function CodeScanner({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const found = useRef(onCode);
  found.current = onCode;

  useEffect(() => {
    const readFrame = createFrameReader();
    let stream: MediaStream | null = null;
    let timer = 0;
    let over = false;
    const stop = () => {
      over = true;
      window.clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    function look(screen: HTMLVideoElement): void {
      const text = readFrame(screen);
      if (text) {
        stop();
        found.current(codeInScan(text));
        return;
      }
      timer = window.setTimeout(() => look(screen), everyMs);
    }
    async function begin(screen: HTMLVideoElement): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (over) return stop();
      screen.srcObject = stream;
      await screen.play();
      if (over) return;
      // On phones it opens below the visible area.
      screen.scrollIntoView({ block: 'nearest' });
      look(screen);
    }
    if (video.current) {
      begin(video.current).catch(() => {
        if (over) return;
        stop();
        setProblem(
          'The camera could not be opened. Please allow it for this page, or type the code.',
        );
      });
    }
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

/** Returns a function that reads the QR code in a video frame; null while there is none. */
function createFrameReader(): (video: HTMLVideoElement) => string | null {
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  return (video) => {
    const { videoWidth, videoHeight } = video;
    if (!drawing || video.readyState < 2 || videoWidth === 0) return null;
    const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight));
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQr(drawing.getImageData(0, 0, canvas.width, canvas.height)) || null;
    } catch {
      return null;
    }
  };
}
