import { Route, Routes } from 'react-router';
import { NewOrderScreen } from '../new-order/new-order-screen.tsx';
import { NotFound } from '../shell/not-found.tsx';
import OrdersScreen from './orders-screen.tsx';
import { PaymentLinkList } from './payment-link-list.tsx';

/** /admin/orders, /admin/orders/new, /admin/orders/links. */
export default function OrdersArea() {
  return (
    <Routes>
      <Route index element={<OrdersScreen />} />
      <Route path="new" element={<NewOrderScreen />} />
      <Route path="links" element={<PaymentLinkList />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
