import { Route, Routes } from 'react-router';
import { NotFound } from '../shell/not-found.tsx';
import { PlaceTexts } from './place-texts.tsx';
import { TextList } from './text-list.tsx';

/** /admin/texts, /admin/texts/:place. */
export default function TextsScreen() {
  return (
    <Routes>
      <Route index element={<TextList />} />
      <Route path=":place" element={<PlaceTexts />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
