import { Route, Routes } from 'react-router';
import { OrphanedDrafts } from '../form/orphaned-drafts.tsx';
import { RowEditor } from '../form/row-editor.tsx';
import { backToPartners, PartnerForm } from './partner-form.tsx';
import { PartnerList } from './partner-list.tsx';

/** /admin/partners, /admin/partners/new, /admin/partners/<id>. */
export default function PartnersScreen() {
  const editor = (
    <RowEditor
      table="partners"
      noun="partner"
      back={backToPartners}
      form={(partner, orphanedDraft) => (
        <PartnerForm key={partner?.id ?? 'new'} loaded={partner} orphanedDraft={orphanedDraft} />
      )}
    />
  );
  return (
    <Routes>
      <Route
        index
        element={
          <>
            <OrphanedDrafts table="partners" noun="partner" to="/admin/partners" />
            <PartnerList />
          </>
        }
      />
      <Route path="new" element={editor} />
      <Route path=":id" element={editor} />
    </Routes>
  );
}
