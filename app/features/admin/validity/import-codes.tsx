import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { useStoredState } from '#app/features/admin/form/use-stored-state.ts';
import { importPart } from '#app/lib/import-part.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { formulaLike } from '#domain/formula-like.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { FormSection } from '../form/form-section.tsx';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { listKey } from '../table/use-list.ts';
import { type RowProblem, readCodeFile } from './read-code-file.ts';
import { readText } from './read-text.ts';
import { storeCodes } from './store-codes.ts';

type Import =
  | { state: 'idle' }
  | { state: 'running'; done: number; total: number }
  | { state: 'finished'; added: number; problems: RowProblem[]; failure: string | null };

interface ChosenFile {
  name: string;
  text: string;
  /** Identifies this import, so that codes already stored are recognized when it resumes. */
  id: string;
}

/** How many problems are listed; the downloadable report contains all of them. */
const listed = 100;

/** Imports codes from a CSV file; shows the progress and the rows that were skipped. */
export default function ImportCodes() {
  const id = useId();
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const [run, setRun] = useState<Import>({ state: 'idle' });
  const [unfinished, setUnfinished] = useStoredState<ChosenFile>('import-codes', ({ id }) =>
    Boolean(id),
  );

  async function take(file: ChosenFile): Promise<void> {
    setUnfinished(file);
    const read = await readCodeFile(file.text).catch((error: unknown) => {
      setRun({ state: 'finished', added: 0, problems: [], failure: messageOf(error) });
      return null;
    });
    if (!read) return;
    const { codes, problems } = read;
    const total = codes.length;
    setRun({ state: 'running', done: 0, total });
    let added = 0;
    let failure: string | null = null;
    try {
      const { stored, refused } = await storeCodes(
        calls,
        codes.map(({ row, ...code }) => ({ ...code, id: idOf(file, row) })),
        (done) => setRun({ state: 'running', done, total }),
      );
      added = stored.size;
      setUnfinished(null);
      for (const { row, code } of codes) {
        if (stored.has(code)) continue;
        problems.push({ row, code, problem: refused.get(code) ?? 'This code already exists.' });
      }
    } catch (error) {
      failure = messageOf(error);
    }
    problems.sort((a, b) => a.row - b.row);
    setRun({ state: 'finished', added, problems, failure });
    await queries.invalidateQueries({ queryKey: listKey('product_validity_view') });
  }

  /** Choosing the same file again resumes an unfinished import. */
  function asChosen(name: string, text: string): ChosenFile {
    const goesOn = unfinished?.name === name && unfinished.text === text;
    return goesOn ? unfinished : { name, text, id: crypto.randomUUID() };
  }

  return (
    <div className="max-w-2xl">
      <ScreenHeading
        title="Import codes"
        back={{ to: '/admin/validity', label: 'Back to validity codes' }}
      />
      <FormSection
        title="CSV file"
        description="One code per row, or columns named code and product_name. Existing codes are left unchanged."
      >
        <div>
          <label htmlFor={id} className="block text-sm font-semibold">
            File
          </label>
          <input
            id={id}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            disabled={run.state === 'running'}
            className="mt-1.5 block min-h-11 w-full text-sm file:mr-4 file:min-h-11 file:rounded-sm file:border file:border-ink file:bg-paper file:px-4 file:font-semibold"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void readText(file).then((text) => take(asChosen(file.name, text)));
              event.target.value = '';
            }}
          />
        </div>
        {unfinished && run.state !== 'running' ? (
          <p className="flex flex-wrap items-center gap-3 text-sm">
            <span className="mr-auto min-w-0 break-words">
              The import of {unfinished.name} did not finish. The codes added so far were kept.
            </span>
            <Button variant="secondary" onClick={() => setUnfinished(null)}>
              Discard
            </Button>
            <Button onClick={() => void take(unfinished)}>Continue</Button>
          </p>
        ) : null}
        <div aria-live="polite">
          {run.state === 'running' ? (
            <p className="flex items-center gap-3 text-sm">
              <progress value={run.done} max={run.total} aria-label="Importing" className="w-48" />
              {run.done} of {run.total}
            </p>
          ) : null}
          {run.state === 'finished' ? <Report run={run} /> : null}
        </div>
      </FormSection>
    </div>
  );
}

function Report({ run }: { run: Extract<Import, { state: 'finished' }> }) {
  const { added, problems, failure } = run;
  async function keep(): Promise<void> {
    try {
      const { default: Papa } = await importPart(() => import('papaparse'));
      saveFile('import-report.csv', Papa.unparse(problems, { escapeFormulae: formulaLike }));
    } catch (error) {
      showToast({
        title: 'The report was not saved',
        description: messageOf(error),
        variant: 'destructive',
      });
    }
  }
  return (
    <div className="space-y-3 text-sm">
      {failure ? (
        <p role="alert" className="font-medium text-danger">
          The import stopped: {failure} Import the same file again to continue. The codes added so
          far were kept.
        </p>
      ) : (
        <p className="font-semibold">
          {added === 1 ? '1 code was added' : `${added} codes were added`}
          {problems.length > 0 ? `, ${problems.length} rows were skipped.` : '.'}
        </p>
      )}
      {problems.length > 0 ? (
        <>
          <div className="max-h-96 overflow-auto rounded-sm border border-line">
            <table className="w-full text-left">
              <thead className="bg-bone">
                <tr>
                  <th className="px-3 py-2">Row</th>
                  <th className="px-3 py-2">Code</th>
                  <th className="px-3 py-2">Why</th>
                </tr>
              </thead>
              <tbody>
                {problems.slice(0, listed).map(({ row, code, problem }) => (
                  <tr key={row} className="border-t border-line">
                    <td className="px-3 py-2 tabular-nums">{row}</td>
                    <td className="px-3 py-2 break-all">{code}</td>
                    <td className="px-3 py-2">{problem}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Button variant="secondary" onClick={() => void keep()}>
            Download the full report
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** A row's id, which stays the same when its import resumes. */
function idOf({ id }: ChosenFile, row: number): string {
  return row.toString(16).padStart(8, '0') + id.slice(8);
}
