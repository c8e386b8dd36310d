/** Opens a printable page in its own window, which prints itself (requirements §9.6). */
export function openSheet(orderId: string, sheet: 'print' | 'packing-slip'): void {
  window.open(`/admin/orders/${orderId}/${sheet}`, '_blank', 'width=820,height=900');
}
