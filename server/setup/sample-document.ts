/** A single-page PDF with these lines, in the Latin characters that every PDF reader supports. */
export function writeSampleDocument(title: string, lines: readonly string[]): Uint8Array {
  const quote = (text: string) =>
    text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, (mark) => `\\${mark}`);
  const text = [
    'BT /F2 18 Tf 56 780 Td',
    `(${quote(title)}) Tj`,
    '/F1 11 Tf 0 -34 Td',
    ...lines.map((line) => `(${quote(line)}) Tj 0 -18 Td`),
    'ET',
  ].join('\n');
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = file.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return new TextEncoder().encode(file);
}
