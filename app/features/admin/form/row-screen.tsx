import { Route, Routes } from 'react-router';
import type { EditedTable } from '../data/save-unchanged.ts';
import { NotFound } from '../shell/not-found.tsx';
import { OrphanedDrafts } from './orphaned-drafts.tsx';
import { RowEditor, type RowEditorProps } from './row-editor.tsx';

interface RowScreenProps<T extends EditedTable> extends RowEditorProps<T> {
  list: React.ReactNode;
  /** More routes, below those of the rows. */
  children?: React.ReactNode;
}

/** A table's list at the screen's own path, with `new` and `<id>` below it for the form. */
export function RowScreen<T extends EditedTable>({ list, children, ...row }: RowScreenProps<T>) {
  const editor = <RowEditor {...row} />;
  return (
    <Routes>
      <Route
        index
        element={
          <>
            <OrphanedDrafts table={row.table} noun={row.noun} to={row.back.to} />
            {list}
          </>
        }
      />
      <Route path="new" element={editor} />
      <Route path=":id" element={editor} />
      {children}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
