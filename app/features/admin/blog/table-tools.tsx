import { Toolbar } from '@base-ui/react/toolbar';
import { type Command, TextSelection } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  findTable,
  isInTable,
  toggleHeaderRow,
} from '@tiptap/pm/tables';
import { type Editor, useEditorState } from '@tiptap/react';
import { focusEditor } from './editor-question.ts';

const tools: readonly { label: string; command: Command }[] = [
  { label: 'Add row', command: addRowAfter },
  { label: 'Remove row', command: deleteRow },
  { label: 'Add column', command: addColumnAfter },
  { label: 'Remove column', command: deleteColumn },
  { label: 'Heading row', command: toggleHeaderRow },
  { label: 'Remove table', command: deleteTable },
];

const cells = (type: string) =>
  Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] }));

const newTable = {
  type: 'table',
  content: ['tableHeader', 'tableCell', 'tableCell'].map((type) => ({
    type: 'tableRow',
    content: cells(type),
  })),
};

/** Inserts a table at the cursor, with a header row; from within a table, after that one. */
export function insertTable(editor: Editor): void {
  const { schema, state, view } = editor;
  const node = schema.nodeFromJSON(newTable);
  const around = findTable(state.selection.$from);
  const at = around ? around.pos + around.node.nodeSize : state.selection.from;
  const change = around ? state.tr.insert(at, node) : state.tr.replaceSelectionWith(node);
  view.dispatch(change.setSelection(TextSelection.near(change.doc.resolve(at + 1))));
}

/** Commands for the table at the cursor; nothing outside of tables. */
export function TableTools({ editor }: { editor: Editor }) {
  const inTable = useEditorState({
    editor,
    selector: ({ editor: current }) => isInTable(current.state),
  });
  if (!inTable) return null;
  return (
    <Toolbar.Root
      aria-label="Table"
      className="flex flex-wrap border-b border-line bg-bone px-1 text-sm"
    >
      {tools.map(({ label, command }) => (
        <Toolbar.Button
          key={label}
          onClick={() => {
            command(editor.state, editor.view.dispatch);
            focusEditor(editor);
          }}
          className="min-h-11 rounded-sm px-2.5 hover:bg-bone-deep"
        >
          {label}
        </Toolbar.Button>
      ))}
    </Toolbar.Root>
  );
}
