import { expect, it } from 'vitest';
import { type Proved, writePage } from './write-page.ts';

const proved = (name: string, changes: Partial<Proved> = {}): Proved => ({
  name,
  claim: 'It holds.',
  size: 'small',
  when: '2026-11-24 08:00',
  seconds: 12,
  held: true,
  figures: ['3 restarts'],
  ...changes,
});
const names = ['money', 'faults'];

it('replaces what ran, keeps the rest, and has each in its place', () => {
  const first = writePage('', [proved('faults'), proved('money')], names, 'Two cores');
  expect(first.indexOf('## money')).toBeLessThan(first.indexOf('## faults'));
  const table = { figures: ['| a | b |', '|---|---|', '| 1 | 2 |'] };
  const failed = proved('faults', { held: false, when: '2026-11-25 09:00', ...table });
  const second = writePage(first, [failed], names, 'One core');
  expect(second).toContain('| money | It holds. | held | small | 2026-11-24 08:00 | 12 s |');
  expect(second).toContain('| faults | It holds. | **did not hold** | small | 2026-11-25 09:00 |');
  expect(second).toContain('Two cores, 2026-11-24 08:00.\n\n```\n3 restarts\n```');
  expect(second).toContain('One core, 2026-11-25 09:00.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');
  expect(second.match(/^## /gm)).toHaveLength(2);
  expect(writePage(second, [], names, '')).toBe(second);
});
