/** Red, green and blue, each from 0 to 255. */
type Rgb = readonly [number, number, number];

/** `#1d1a16`, the only notation accepted: nothing but a color can get through. */
export const hexColor = /^#[0-9a-f]{6}$/;

const white = '#ffffff';

/** The contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = parts(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Mixes `share` of the second color into the first. */
export function mixColors(one: string, other: string, share: number): string {
  const added = parts(other);
  const mixed = parts(one).map((part, place) =>
    Math.round(part + ((added[place] ?? 0) - part) * share),
  );
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function parts(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Moves a color toward `end` until it is readable on all `grounds`; `end` itself always is. */
function readable(color: string, end: string, grounds: readonly string[], least = 4.5): string {
  for (let share = 0; share < 1; share += 0.04) {
    const moved = mixColors(color, end, share);
    if (grounds.every((ground) => contrast(moved, ground) >= least)) return moved;
  }
  return end;
}

/** The colors the owner chooses; every other color of the shop is derived from these. */
export interface BrandColors {
  text: string;
  background: string;
  /** Footer, batch code banner, admin sidebar. */
  dark: string;
  accent: string;
}

/** Colors that never change: those of warnings and of the hero picture. */
const fixed = { danger: '#9c2f1f', sky: '#d9d5cc', waiting: '#f6e6c4' };

/**
 * Finds two colors that would be unreadable on each other, and the one to change; null if all are
 * readable.
 */
export function findColorProblem(
  colors: BrandColors,
): { field: keyof BrandColors; message: string } | null {
  const { text, background, dark, accent } = colors;
  const checks: [keyof BrandColors, string, string, string][] = [
    ['text', text, background, 'Text on the background'],
    ['text', text, fixed.sky, 'Text on the picture of the home page'],
    ['background', fixed.danger, background, 'Warnings in red on the background'],
    ['dark', background, dark, 'Light text on the dark areas'],
    ['accent', text, accent, 'Text on the accent color'],
  ];
  for (const [field, one, other, what] of checks) {
    const found = contrast(one, other);
    if (found < 4.5) {
      const told = (Math.floor(found * 10) / 10).toFixed(1);
      return {
        field,
        message: `${what} would have a contrast of ${told}:1. At least 4.5:1 can be read by everybody.`,
      };
    }
  }
  return null;
}

/** Every color by its name in `app/styles/app.css`. */
export function paletteOf({ text, background, dark, accent }: BrandColors) {
  const deep = mixColors(background, text, 0.06);
  const paper = mixColors(background, white, 0.65);
  const stone = mixColors(background, text, 0.11);
  const grounds = [background, deep, paper];
  const pineSoft = mixColors(background, dark, 0.1);
  return {
    ink: text,
    'ink-soft': readable(mixColors(text, background, 0.28), text, [...grounds, stone]),
    bone: background,
    'bone-deep': deep,
    stone,
    paper,
    line: mixColors(background, text, 0.15),
    'line-strong': readable(mixColors(background, text, 0.45), text, grounds, 3),
    resin: readable(mixColors(accent, text, 0.55), text, grounds, 7),
    saffron: accent,
    'saffron-ink': readable(accent, text, [...grounds, fixed.waiting]),
    pine: dark,
    'pine-soft': readable(pineSoft, background, [dark]),
  };
}
