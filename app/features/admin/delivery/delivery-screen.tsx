import { Route, Routes } from 'react-router';
import { OrphanedDrafts } from '../form/orphaned-drafts.tsx';
import { RowEditor } from '../form/row-editor.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { backToRates, RateForm } from './rate-form.tsx';
import { backToZones, ZoneForm } from './zone-form.tsx';

/** /admin/delivery, and below it zones/… and rates/… */
export default function DeliveryScreen() {
  const zone = (
    <RowEditor
      table="delivery_zones"
      noun="zone"
      back={backToZones}
      form={(row, orphanedDraft) => (
        <ZoneForm key={row?.id ?? 'new'} loaded={row} orphanedDraft={orphanedDraft} />
      )}
    />
  );
  const rate = (
    <RowEditor
      table="delivery_rates"
      noun="rate"
      back={backToRates}
      form={(row, orphanedDraft) => (
        <RateForm key={row?.id ?? 'new'} loaded={row} orphanedDraft={orphanedDraft} />
      )}
    />
  );
  const list = (
    <>
      <OrphanedDrafts table="delivery_zones" noun="zone" to="/admin/delivery/zones" />
      <OrphanedDrafts table="delivery_rates" noun="rate" to="/admin/delivery/rates" />
      <DeliveryList />
    </>
  );
  return (
    <Routes>
      <Route index element={list} />
      <Route path="zones" element={list} />
      <Route path="rates" element={list} />
      <Route path="zones/new" element={zone} />
      <Route path="zones/:id" element={zone} />
      <Route path="rates/new" element={rate} />
      <Route path="rates/:id" element={rate} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
