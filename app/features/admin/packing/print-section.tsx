import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { CheckField } from '../form/check-field.tsx';
import { FormSection } from '../form/form-section.tsx';
import { SelectField } from '../form/select-field.tsx';
import {
  type LabelSheet,
  labelSheets,
  PackingPrint,
  type PrintedPart,
  printedParts,
} from './packing-print.tsx';
import type { PackedOrder } from './read-packing.ts';
import { useRemembered } from './use-remembered.ts';

const allParts = Object.keys(printedParts) as PrintedPart[];

/** Prints pick list, slips and labels of the selected orders in one job. */
export function PrintSection({ packed }: { packed: readonly PackedOrder[] }) {
  const [kept, setParts] = useRemembered('printed-parts', allParts.join());
  const [keptSheet, setSheet] = useRemembered('label-sheet', 'ten');
  const sheet: LabelSheet = keptSheet in labelSheets ? (keptSheet as LabelSheet) : 'ten';
  const parts = allParts.filter((part) => kept.split(',').includes(part));
  // Each click is a separate print job.
  const [prints, setPrints] = useState(0);
  const nothing = packed.length === 0 || parts.length === 0;
  return (
    <FormSection
      title="Print"
      description="In one go: what to fetch for all selected orders together, then a slip and a label for each, in the same order."
    >
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">What to print</legend>
        {allParts.map((part) => (
          <CheckField
            key={part}
            label={printedParts[part]}
            checked={parts.includes(part)}
            onChange={({ target }) =>
              setParts(
                allParts
                  .filter((each) => (each === part ? target.checked : parts.includes(each)))
                  .join(),
              )
            }
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap items-end gap-4">
        <SelectField
          label="Labels on"
          value={sheet}
          disabled={!parts.includes('labels')}
          options={Object.entries(labelSheets).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => setSheet(target.value)}
        />
        <Button disabled={nothing} onClick={() => setPrints((before) => before + 1)}>
          <Printer aria-hidden="true" className="size-4" />
          {packed.length === 1 ? 'Print 1 order' : `Print ${packed.length} orders`}
        </Button>
      </div>
      {prints > 0 && !nothing ? (
        <PackingPrint
          key={prints}
          packed={packed}
          parts={parts}
          sheet={sheet}
          onPrinted={() => setPrints(0)}
        />
      ) : null}
    </FormSection>
  );
}
