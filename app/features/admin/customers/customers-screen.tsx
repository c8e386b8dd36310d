import { Route, Routes } from 'react-router';
import { NotFound } from '../shell/not-found.tsx';
import { CustomerList } from './customer-list.tsx';
import { CustomerPage } from './customer-page.tsx';

export default function CustomersScreen() {
  return (
    <Routes>
      <Route index element={<CustomerList />} />
      <Route path=":id" element={<CustomerPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
