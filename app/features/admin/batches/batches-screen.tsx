import { Route } from 'react-router';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { RowScreen } from '../form/row-screen.tsx';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { BatchChecksSection } from './batch-checks-section.tsx';
import { BatchForm, backToBatches } from './batch-form.tsx';
import { BatchList } from './batch-list.tsx';
import { type Batch, isPublished } from './batch-text.ts';
import { CorrectFacts } from './correct-facts.tsx';
import { DocumentsSection } from './documents-section.tsx';
import { ReleaseSection } from './release-section.tsx';
import { ResultsSection } from './results-section.tsx';
import { UnitsSection } from './units-section.tsx';

const IssueCodes = lazyPart(() => import('./issue-codes.tsx'));

/** /admin/batches, /admin/batches/new, /admin/batches/<id>, /admin/batches/<id>/codes. */
export default function BatchesScreen() {
  return (
    <RowScreen
      table="batches"
      noun="batch"
      back={backToBatches}
      form={(row, orphanedDraft) =>
        row ? (
          <BatchPage key={`${row.id} ${row.status}`} batch={row} />
        ) : (
          <BatchForm key="new" loaded={null} orphanedDraft={orphanedDraft} />
        )
      }
      list={<BatchList />}
    >
      <Route path=":id/codes" element={<IssueCodes />} />
    </RowScreen>
  );
}

function BatchPage({ batch }: { batch: Batch }) {
  return (
    <div className="space-y-5">
      {isPublished(batch) ? (
        <div className="space-y-5">
          <ScreenHeading title={`Batch ${batch.code}`} back={backToBatches} />
          <ReleaseSection batch={batch} />
          <CorrectFacts batch={batch} />
        </div>
      ) : (
        <>
          <BatchForm loaded={batch} />
          <ReleaseSection batch={batch} />
        </>
      )}
      <ResultsSection batch={batch} />
      <DocumentsSection batch={batch} />
      <UnitsSection batch={batch} />
      <BatchChecksSection batchId={batch.id} />
    </div>
  );
}
