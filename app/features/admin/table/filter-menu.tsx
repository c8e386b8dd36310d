import { Menu } from '@base-ui/react/menu';
import { Check, ChevronDown } from 'lucide-react';

export interface FilterOption {
  value: string;
  label: string;
}

interface FilterMenuProps {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChange: (values: string[]) => void;
}

/** One filter of a list; rows match if they have any of the chosen values. */
export function FilterMenu({ label, options, chosen, onChange }: FilterMenuProps) {
  const first = options.find(({ value }) => value === chosen[0])?.label;
  return (
    <Menu.Root>
      <Menu.Trigger className="inline-flex min-h-11 items-center gap-2 rounded-sm border border-line-strong bg-paper px-3.5 text-sm hover:bg-bone data-popup-open:bg-bone-deep">
        <span>
          {label}
          {first ? (
            <span className="font-semibold">
              : {first}
              {chosen.length > 1 ? ` +${chosen.length - 1}` : ''}
            </span>
          ) : null}
        </span>
        <ChevronDown aria-hidden="true" className="size-4" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="start" className="z-40 outline-none">
          <Menu.Popup className="max-h-[60vh] min-w-52 overflow-y-auto rounded-md border border-line bg-paper py-1.5 shadow-lift outline-none">
            {options.map((option) => (
              <Menu.CheckboxItem
                key={option.value}
                checked={chosen.includes(option.value)}
                onCheckedChange={(checked) =>
                  onChange(
                    checked
                      ? [...chosen, option.value]
                      : chosen.filter((value) => value !== option.value),
                  )
                }
                className="flex min-h-11 items-center gap-3 px-4 text-sm outline-none data-highlighted:bg-bone-deep"
              >
                <span className="flex size-4 items-center justify-center">
                  <Menu.CheckboxItemIndicator>
                    <Check aria-hidden="true" className="size-4" />
                  </Menu.CheckboxItemIndicator>
                </span>
                {option.label}
              </Menu.CheckboxItem>
            ))}
            {chosen.length > 0 ? (
              <Menu.Item
                onClick={() => onChange([])}
                className="mt-1.5 flex min-h-11 items-center border-t border-line px-4 text-sm font-semibold outline-none data-highlighted:bg-bone-deep"
              >
                Clear
              </Menu.Item>
            ) : null}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
