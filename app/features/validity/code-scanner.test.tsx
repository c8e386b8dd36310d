import QRCode from 'qrcode';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '#tests/components/render-at.tsx';
import CodeScanner from './code-scanner.tsx';

/** Simulates a phone's camera: the label, slightly rotated, on a table. */
function filmLabel(address: string): MediaStream {
  const label = document.createElement('canvas');
  void QRCode.toCanvas(label, address, { errorCorrectionLevel: 'M', scale: 6 });
  const film = document.createElement('canvas');
  film.width = 1280;
  film.height = 720;
  const drawing = film.getContext('2d');
  const stream = film.captureStream(10);
  const timer = window.setInterval(() => {
    if (!drawing) return;
    drawing.resetTransform();
    drawing.fillStyle = '#b9a48c';
    drawing.fillRect(0, 0, film.width, film.height);
    drawing.translate(620, 330);
    drawing.rotate(0.2);
    drawing.drawImage(label, -label.width / 2, -label.height / 2);
    if (stream.getTracks().every(({ readyState }) => readyState === 'ended')) {
      window.clearInterval(timer);
    }
  }, 50);
  return stream;
}

it('takes the unit code from a label that the camera sees, and closes the camera', async () => {
  const stream = filmLabel('https://shop.example/01/04006381333931/10/SH2041/21/5X4YVE10MSV');
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  const found = vi.fn();
  await renderAt('/validity', <CodeScanner onCode={found} />);
  await expect.element(page.getByLabelText('Camera')).toBeVisible();
  await expect.poll(() => found.mock.calls).toEqual([['5X4YVE10MSV']]);
  expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
});

it('says what to do where the camera is refused', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new Error('NotAllowedError'));
  await renderAt('/validity', <CodeScanner onCode={() => {}} />);
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('Please allow it for this page, or type the code.');
});
