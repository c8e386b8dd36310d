import { Button } from '#app/components/ui/button.tsx';
import { FormSection } from '../form/form-section.tsx';
import { Moment } from '../table/moment.tsx';
import type { TextVersion } from './read-versions.ts';

interface VersionHistoryProps {
  /** Newest first. */
  versions: readonly TextVersion[];
  /** Null means the shop's defaults. */
  onBringBack: (version: TextVersion | null) => void;
}

/** Earlier versions, by whom and when, each of which can be restored. */
export function VersionHistory({ versions, onBringBack }: VersionHistoryProps) {
  return (
    <FormSection
      title="History"
      description="Restoring a version puts it into the form; visitors see it once you publish."
    >
      <ol className="divide-y divide-line">
        {versions.map((version, place) => (
          <li key={version.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <p className="min-w-0 flex-1 text-sm wrap-anywhere">
              <Moment at={version.published_at} />
              <span className="block text-ink-soft">{version.published_by ?? 'The shop'}</span>
            </p>
            {place === 0 ? <p className="text-sm text-ink-soft">Published now</p> : null}
            <Button
              variant="secondary"
              aria-label={`Bring back version ${version.number}`}
              onClick={() => onBringBack(version)}
            >
              Bring back
            </Button>
          </li>
        ))}
        <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <p className="min-w-0 flex-1 text-sm">As the shop came</p>
          {versions.length === 0 ? <p className="text-sm text-ink-soft">Shown now</p> : null}
          <Button
            variant="secondary"
            aria-label="Bring back the default text"
            onClick={() => onBringBack(null)}
          >
            Bring back
          </Button>
        </li>
      </ol>
    </FormSection>
  );
}
