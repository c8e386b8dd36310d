import type { QRCode } from 'qrcode';

/**
 * Draws the dark modules as one SVG path, so that a thousand labels are a thousand elements and not
 * a million.
 */
export function qrPath({ modules: { size, data } }: QRCode): { size: number; path: string } {
  let path = '';
  for (let row = 0; row < size; row += 1) {
    let start = -1;
    for (let column = 0; column <= size; column += 1) {
      const dark = column < size && data[row * size + column];
      if (dark && start < 0) start = column;
      if (!dark && start >= 0) {
        path += `M${start} ${row}h${column - start}v1h-${column - start}z`;
        start = -1;
      }
    }
  }
  return { size, path };
}
