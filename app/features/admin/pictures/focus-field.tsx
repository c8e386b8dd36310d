import { useId } from 'react';

interface FocusFieldProps {
  src: string;
  alt: string;
  /** Tenths of width and height. */
  x: number;
  y: number;
  onChange: (x: number, y: number) => void;
}

/** The picture with its focal point, which is set by click or arrow keys. */
export function FocusField({ src, alt, x, y, onChange }: FocusFieldProps) {
  const id = useId();
  const focus = `${x} ${y}`;

  function press({ currentTarget, clientX, clientY }: React.PointerEvent): void {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange(toTenth((clientX - left) / width), toTenth((clientY - top) / height));
  }

  return (
    <div className="space-y-4">
      <div className="relative inline-block max-w-full align-top" onPointerDown={press}>
        <img
          src={src}
          alt={alt}
          draggable={false}
          className="max-h-[60vh] max-w-full cursor-crosshair rounded-sm border border-line bg-bone"
        />
        <span
          aria-hidden="true"
          style={{ left: `${x * 10}%`, top: `${y * 10}%` }}
          className="pointer-events-none absolute size-6 -translate-1/2 rounded-full border-2 border-paper bg-ink/40 outline-2 outline-ink"
        />
      </div>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <label htmlFor={`${id}-x`} className="text-sm">
          <span className="font-semibold">Focal point from the left</span>
          <input
            id={`${id}-x`}
            type="range"
            min={0}
            max={10}
            value={x}
            aria-valuetext={`${x * 10} %`}
            onChange={({ target }) => onChange(Number(target.value), y)}
            className="block h-11 w-full accent-ink"
          />
        </label>
        <label htmlFor={`${id}-y`} className="text-sm">
          <span className="font-semibold">Focal point from the top</span>
          <input
            id={`${id}-y`}
            type="range"
            min={0}
            max={10}
            value={y}
            aria-valuetext={`${y * 10} %`}
            onChange={({ target }) => onChange(x, Number(target.value))}
            className="block h-11 w-full accent-ink"
          />
        </label>
      </div>
      <div>
        <p className="text-sm text-ink-soft">Cut to fit, it looks like this:</p>
        <div className="mt-2 flex items-end gap-3">
          {['aspect-square w-24', 'aspect-[3/2] w-28', 'aspect-[2/3] w-14'].map((shape) => (
            <img
              key={shape}
              src={src}
              alt=""
              data-focus={focus}
              className={`${shape} rounded-sm border border-line bg-bone object-cover`}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

const toTenth = (share: number) => Math.min(10, Math.max(0, Math.round(share * 10)));
