import type { Editor } from '@tiptap/react';

/**
 * Puts a picture in the place of the paragraph with these words. Answers its position; null where the
 * words are gone, or were changed.
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
  // An entry of a list begins with a paragraph, if an empty one.
  if (!around.parent.canReplaceWith(index, index + 1, type)) {
    view.dispatch(state.tr.insert(at + size, image).delete(at + 1, at + size - 1));
    return at + 2;
  }
  view.dispatch(state.tr.replaceWith(at, at + size, image));
  return at;
}
