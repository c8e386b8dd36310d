/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  saveObjectUrl(name, URL.createObjectURL(new Blob([text], { type })));
}

/** Downloads the contents of an object URL, and revokes it. */
export function saveObjectUrl(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
