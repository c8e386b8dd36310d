/**
 * Arrow up and down move focus to the same control of the row above or below, except in fields that
 * use the arrow keys themselves.
 */
export function moveBetweenRows(event: React.KeyboardEvent<HTMLTableElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const control = event.target as HTMLElement;
  const row = control.closest('tr[data-row]');
  if (!row || control.matches('select, textarea, input:not([type=checkbox])')) return;
  // Open menus handle the arrow keys themselves.
  if (control.getAttribute('aria-expanded') === 'true') return;
  const place = controlsOf(row).indexOf(control);
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  if (place < 0 || !next) return;
  event.preventDefault();
  event.stopPropagation();
  controlsOf(next)[place]?.focus();
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a, button, input, select')];
}
