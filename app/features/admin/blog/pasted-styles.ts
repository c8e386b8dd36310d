/** The attribute that holds a pasted element's inline style, so that no browser applies it. */
export const pastedStyle = 'data-pasted-style';

export function stylesOf(element: Element): Map<string, string> {
  return readStyles(element.getAttribute(pastedStyle) ?? '');
}

/** Parses 'font-weight: bold; color: red' into lowercase names and values. */
function readStyles(text: string): Map<string, string> {
  return new Map(
    text.split(';').map((each) => {
      const [name = '', ...value] = each.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()];
    }),
  );
}
