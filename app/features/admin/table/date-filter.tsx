import { Popover } from '@base-ui/react/popover';
import { CalendarDays } from 'lucide-react';
import { TextField } from '#app/components/forms/text-field.tsx';

/** Calendar days as `2026-11-20`; '' where open. Both are included. */
interface DayRange {
  from: string;
  until: string;
}

interface DateFilterProps {
  /** A list's filters, of which `from` and `until` are these. */
  chosen: Readonly<Record<string, readonly string[]>>;
  onChange: (chosen: { from: string[]; until: string[] }) => void;
}

/** From which day to which. */
export function DateFilter({ chosen, onChange }: DateFilterProps) {
  const range: DayRange = { from: chosen.from?.[0] ?? '', until: chosen.until?.[0] ?? '' };
  const { from, until } = range;
  const change = (part: Partial<DayRange>) => {
    const next = { ...range, ...part };
    onChange({ from: next.from ? [next.from] : [], until: next.until ? [next.until] : [] });
  };
  const said = from && until ? `${from} – ${until}` : from ? `from ${from}` : `until ${until}`;
  return (
    <Popover.Root>
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
            aria-label="Date"
            className="w-64 space-y-4 rounded-md border border-line bg-paper p-4 shadow-lift outline-none"
          >
            <TextField
              compact
              label="From"
              name="from"
              type="date"
              value={from}
              max={until}
              onChange={(event) => change({ from: event.target.value })}
            />
            <TextField
              compact
              label="Until"
              name="until"
              type="date"
              value={until}
              min={from}
              onChange={(event) => change({ until: event.target.value })}
            />
            {from || until ? (
              <button
                type="button"
                onClick={() => change({ from: '', until: '' })}
                className="text-link min-h-11 text-sm font-semibold"
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
