import type { Editor } from '@tiptap/react';

/**
 * Replaces the placeholder paragraph with a picture. Returns its position; null if the placeholder
 * is gone or was edited.
 */
export function putPicture(
  editor: Editor,
  words: string,
  attributes: { src: string; alt: string },
): number | null {
  const { state, view } = editor;
  const type = state.schema.nodes.image;
  let found: { at: number; size: number } | null = null;
  state.doc.descendants((node, at) => {
    if (!found && node.isTextblock && node.textContent === words)
      found = { at, size: node.nodeSize };
    return !found;
  });
  if (!found || !type) return null;
  const { at, size } = found as { at: number; size: number };
  const around = state.doc.resolve(at);
  const index = around.index();
  const image = type.create(attributes);
  // A list item must start with a paragraph, even an empty one.
  if (!around.parent.canReplaceWith(index, index + 1, type)) {
    view.dispatch(state.tr.insert(at + size, image).delete(at + 1, at + size - 1));
    return at + 2;
  }
  view.dispatch(state.tr.replaceWith(at, at + size, image));
  return at;
}
