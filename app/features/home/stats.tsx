/** Verbatim from requirements §2.2: the figure is set large, the rest beside it. */
const stats = [
  { figure: '100%', text: 'Pure and Natural' },
  { figure: '5000+', text: 'Happy Customers' },
  { figure: '99.9%', text: 'Purity Tested' },
];

export function Stats() {
  return (
    <ul className="page-width grid grid-cols-3 divide-x divide-line border-b border-line">
      {stats.map(({ figure, text }) => (
        <li key={figure} className="px-2 py-6 text-center md:py-10">
          <span className="block font-display text-display-sm tabular-nums md:text-display">
            {figure}
          </span>{' '}
          <span className="block text-xs text-ink-soft md:text-base">{text}</span>
        </li>
      ))}
    </ul>
  );
}
