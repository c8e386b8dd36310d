import { RowScreen } from '../form/row-screen.tsx';
import { backToPartners, PartnerForm } from './partner-form.tsx';
import { PartnerList } from './partner-list.tsx';

/** /admin/partners, /admin/partners/new, /admin/partners/<id>. */
export default function PartnersScreen() {
  return (
    <RowScreen
      table="partners"
      noun="partner"
      back={backToPartners}
      form={(partner, orphanedDraft) => (
        <PartnerForm key={partner?.id ?? 'new'} loaded={partner} orphanedDraft={orphanedDraft} />
      )}
      list={<PartnerList />}
    />
  );
}
