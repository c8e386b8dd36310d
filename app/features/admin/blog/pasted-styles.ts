/** Under which name a pasted element's inline style is read, so that no browser applies it. */
export const pastedStyle = 'data-pasted-style';

export function stylesOf(element: Element): Map<string, string> {
  return readStyles(element.getAttribute(pastedStyle) ?? '');
}

/** 'font-weight: bold; color: red' by name, in small letters. */
function readStyles(text: string): Map<string, string> {
  return new Map(
    text.split(';').map((each) => {
      const [name = '', ...value] = each.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()];
    }),
  );
}
