interface Message {
  name: string;
  email: string;
  message: string;
}

/** Some mail programs truncate longer URLs. */
const quotedAtMost = 1500;

/** A mailto URL for a reply that quotes the message (RFC 6068). */
export function replyAddress({ name, email, message }: Message, brand: string): string {
  const quoted = message
    .slice(0, quotedAtMost)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n');
  const subject = encodeURIComponent(`Your message to ${brand}`);
  const body = encodeURIComponent(`Hello ${name},\r\n\r\n\r\n\r\n${quoted}`);
  return `mailto:${encodeURIComponent(email)}?subject=${subject}&body=${body}`;
}
