import { Route, Routes } from 'react-router';
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
      form={(partner) => <PartnerForm key={partner?.id ?? 'new'} loaded={partner} />}
    />
  );
  return (
    <Routes>
      <Route index element={<PartnerList />} />
      <Route path="new" element={editor} />
      <Route path=":id" element={editor} />
    </Routes>
  );
}
