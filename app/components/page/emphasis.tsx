/** Shows the text between asterisks in italics. */
export function Emphasis({ text }: { text: string }) {
  const parts = text.split(/\*([^*]+)\*/);
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
  return parts.map((part, place) => (place % 2 === 1 ? <em key={place}>{part}</em> : part));
}
