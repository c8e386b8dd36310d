import { Popover } from '@base-ui/react/popover';
import { CalendarDays } from 'lucide-react';
import { useRef } from 'react';
import { DayField, isIncomplete } from '../form/day-field.tsx';

/** Calendar days as `2026-11-20`, both inclusive; '' leaves a side open. */
interface DayRange {
  from: string;
  until: string;
}

interface DateFilterProps {
  /** The list's filters, including `from` and `until`. */
  chosen: Readonly<Record<string, readonly string[]>>;
  onChange: (chosen: { from: string[]; until: string[] }) => void;
}

/** Filters by first and last day. */
export function DateFilter({ chosen, onChange }: DateFilterProps) {
  const range: DayRange = { from: chosen.from?.[0] ?? '', until: chosen.until?.[0] ?? '' };
  const { from, until } = range;
  const change = (part: Partial<DayRange>) => {
    const next = { ...range, ...part };
    onChange({ from: next.from ? [next.from] : [], until: next.until ? [next.until] : [] });
  };
  const popup = useRef<HTMLDivElement>(null);
  const warned = useRef(false);
  // Closing would drop a half-typed date, so the first attempt shows an error instead.
  const warn = (): boolean => {
    const fields = popup.current?.querySelectorAll('input') ?? [];
    const warns = !warned.current && [...fields].some(isIncomplete);
    warned.current = warns;
    return warns;
  };
  const said = from && until ? `${from} – ${until}` : from ? `from ${from}` : `until ${until}`;
  return (
    <Popover.Root
      onOpenChange={(open, details) => {
        if (open) warned.current = false;
        else if (warn()) details.cancel();
      }}
    >
      <Popover.Trigger className="inline-flex min-h-11 items-center gap-2 rounded-sm border border-line-strong bg-paper px-3.5 text-sm hover:bg-bone data-popup-open:bg-bone-deep">
        <CalendarDays aria-hidden="true" className="size-4" />
        <span>
          Date
          {from || until ? <span className="font-semibold">: {said}</span> : null}
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" className="z-40 outline-none">
          <Popover.Popup
            ref={popup}
            aria-label="Date"
            className="w-64 space-y-4 rounded-md border border-line bg-paper p-4 shadow-lift outline-none"
          >
            <DayField
              label="From"
              name="from"
              value={from}
              max={until}
              onChange={(day) => change({ from: day })}
            />
            <DayField
              label="Until"
              name="until"
              value={until}
              min={from}
              onChange={(day) => change({ until: day })}
            />
            {from || until ? (
              <button
                type="button"
                onClick={() => change({ from: '', until: '' })}
                className="text-link min-h-11 min-w-11 text-left text-sm font-semibold"
              >
                Clear
              </button>
            ) : null}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
