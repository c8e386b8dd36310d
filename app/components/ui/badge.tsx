import { clsx } from 'clsx';

type Tone = 'ink' | 'neutral' | 'positive' | 'waiting' | 'negative';

const tones: Record<Tone, string> = {
  ink: 'bg-ink text-paper',
  neutral: 'bg-bone-deep text-ink',
  positive: 'bg-pine-soft text-pine',
  waiting: 'bg-[#f6e6c4] text-saffron-ink',
  negative: 'bg-danger-soft text-danger',
};

export function Badge({
  tone = 'neutral',
  className,
  ...props
}: React.ComponentProps<'span'> & { tone?: Tone }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center rounded-sm px-2 py-0.5 text-xs font-semibold',
        tones[tone],
        className,
      )}
      {...props}
    />
  );
}
