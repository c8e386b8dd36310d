import { Route, Routes } from 'react-router';
import { NotFound } from '../shell/not-found.tsx';
import { RecallEditor } from './recall-editor.tsx';
import { RecallList } from './recall-list.tsx';

/** /admin/recalls, /admin/recalls/new and /admin/recalls/<id>. */
export default function RecallsScreen() {
  return (
    <Routes>
      <Route index element={<RecallList />} />
      <Route path="new" element={<RecallEditor key="new" />} />
      <Route path=":id" element={<RecallEditor key="one" />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
