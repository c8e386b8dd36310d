/**
 * Makes the silent film of the testimonials from the shop's own pictures: needs ffmpeg
 * (`apt-get install --no-install-recommends ffmpeg`). The same sources give the same bytes.
 *
 * node assets/film.ts
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

interface Scene {
  picture: string;
  /** Where the 960 × 720 cut of the square picture begins, from above. */
  top: number;
  /** Enlargement at the beginning and at the end. */
  zoom: readonly [number, number];
}

const media = join(import.meta.dirname, '../public/media');
const scenes: Scene[] = [
  { picture: 'pure-himalayan-shilajit-resin-30g-1', top: 150, zoom: [1, 1.1] },
  { picture: 'pure-himalayan-shilajit-resin-30g-2', top: 150, zoom: [1.12, 1.02] },
  { picture: 'pure-himalayan-shilajit-resin-30g-3', top: 170, zoom: [1, 1.14] },
];
const fps = 25;
const seconds = 3.2;
const fade = 0.6;

const inputs = scenes.flatMap(({ picture }) => {
  const file = join(media, `${picture}-960.webp`);
  return ['-loop', '1', '-t', `${seconds}`, '-r', `${fps}`, '-i', file];
});

// Moved at four times the size: the eye sees a step of a whole pixel.
const moves = scenes.map(({ top, zoom: [from, to] }, at) => {
  const zoom = `${from}+(${to - from})*on/${seconds * fps}`;
  const middle = `x='(iw-iw/zoom)/2':y='(ih-ih/zoom)/2'`;
  return `[${at}]crop=960:720:0:${top},scale=2560:1920,zoompan=z='${zoom}':${middle}:d=1:s=640x480:fps=${fps}[s${at}]`;
});

const joints = scenes.slice(1).map((_, at) => {
  const before = at === 0 ? '[s0]' : `[f${at}]`;
  const offset = (at + 1) * (seconds - fade);
  return `${before}[s${at + 1}]xfade=fade:duration=${fade}:offset=${offset.toFixed(2)}[f${at + 1}]`;
});

const graph = [...moves, ...joints, `[f${scenes.length - 1}]format=yuv420p[film]`].join(';');

execFileSync(
  'ffmpeg',
  [
    ...['-y', '-v', 'error', ...inputs, '-filter_complex', graph, '-map', '[film]', '-an'],
    ...['-c:v', 'libx264', '-preset', 'slow', '-crf', '29', '-movflags', '+faststart'],
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-map_metadata', '-1'],
    join(media, 'film-batch-number.mp4'),
  ],
  { stdio: 'inherit' },
);
