import { Route, Routes } from 'react-router';
import { NotFound } from '../shell/not-found.tsx';
import { PictureList } from './picture-list.tsx';
import { PicturePage } from './picture-page.tsx';

export default function PicturesScreen() {
  return (
    <Routes>
      <Route index element={<PictureList />} />
      <Route path=":id" element={<PicturePage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
