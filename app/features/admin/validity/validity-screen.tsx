import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { CodeList } from './code-list.tsx';

const GenerateCodes = lazy(() => import('./generate-codes.tsx'));
const ImportCodes = lazy(() => import('./import-codes.tsx'));
const CodeLabels = lazy(() => import('./code-labels.tsx'));

/** /admin/validity, and below it /generate, /import and /labels?code=… */
export default function ValidityScreen() {
  return (
    <Routes>
      <Route index element={<CodeList />} />
      <Route path="generate" element={<GenerateCodes />} />
      <Route path="import" element={<ImportCodes />} />
      <Route path="labels" element={<CodeLabels />} />
    </Routes>
  );
}
