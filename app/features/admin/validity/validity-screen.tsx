import { Route, Routes } from 'react-router';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { CodeList } from './code-list.tsx';

const GenerateCodes = lazyPart(() => import('./generate-codes.tsx'));
const ImportCodes = lazyPart(() => import('./import-codes.tsx'));
const CodeLabels = lazyPart(() => import('./code-labels.tsx'));

/** /admin/validity, and below it /generate, /import and /labels?code=… */
export default function ValidityScreen() {
  return (
    <Routes>
      <Route index element={<CodeList />} />
      <Route path="generate" element={<GenerateCodes />} />
      <Route path="import" element={<ImportCodes />} />
      <Route path="labels" element={<CodeLabels />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
