import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Sales } from './read-dashboard.ts';
import type { Metric } from './sales-metrics.ts';

interface SalesChartProps {
  days: Sales['days'];
  metric: Metric;
}

const shortDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const sayDay = (day: string) => shortDay.format(new Date(`${day}T00:00:00Z`));

/** One metric as a bar chart by day; color carries no meaning. The arrow keys move between days. */
export function SalesChart({ days, metric }: SalesChartProps) {
  const data = days.map((day) => ({ day: day.day, value: metric.of(day) }));
  // Without sales, the axis would show made-up amounts.
  const scale = data.some(({ value }) => value !== 0)
    ? {}
    : { ticks: [0], domain: [0, 1] as [number, number] };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={data}
        accessibilityLayer
        title={`${metric.label} by day`}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="day"
          tickFormatter={sayDay}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line-strong)' }}
          tick={{ fill: 'var(--color-ink-soft)', fontSize: 12 }}
          minTickGap={24}
        />
        <YAxis
          {...scale}
          tickFormatter={(value: number) => metric.say(value).replace(/\.00$/, '')}
          tickLine={false}
          axisLine={false}
          width={64}
          allowDecimals={false}
          tick={{ fill: 'var(--color-ink-soft)', fontSize: 12 }}
        />
        <Tooltip
          cursor={{ fill: 'var(--color-bone-deep)' }}
          isAnimationActive={false}
          content={({ active, label, payload }) =>
            active && payload?.[0] ? (
              <div className="rounded-sm bg-ink px-3 py-2 text-xs text-paper">
                {sayDay(String(label))}: {metric.say(Number(payload[0].value))}
              </div>
            ) : null
          }
        />
        <Bar dataKey="value" fill="var(--color-pine)" isAnimationActive={false} maxBarSize={28} />
      </BarChart>
    </ResponsiveContainer>
  );
}
