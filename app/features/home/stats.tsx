import type { TextSection } from '#domain/texts/text-field.ts';

/** Each figure is large, with what it counts beside it. */
export function Stats({ stats }: { stats: readonly TextSection[] }) {
  return (
    <ul className="page-width grid grid-flow-col auto-cols-fr divide-x divide-line border-b border-line">
      {stats.map(({ heading: figure, text }) => (
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
