/** The result of one proof, as recorded in docs/proof.md. */
export interface Proved {
  name: string;
  claim: string;
  size: string;
  /** Date and time in minutes, UTC. */
  when: string;
  seconds: number;
  held: boolean;
  figures: string[];
}

const heading = `# Proof

What the shop promises under failure and load, and when it was last shown. Written by \`npm run proof\`
(\`-- --size small|full\`, \`--only NAME\`, \`--seed N\`), which replaces the rows of what it ran and keeps the others.
Rolling restarts, overload and hostile mix measure time: they hold on a machine that does nothing else.
`;

/**
 * Returns the page with these results in place of the same proofs' earlier ones, in the order of
 * `names`.
 */
export function writePage(
  former: string,
  results: readonly Proved[],
  names: readonly string[],
  machine: string,
): string {
  const rows = new Map(
    [...former.matchAll(/^\| ([^|]+?) \|.*$/gm)].map(([row, name = '']) => [name, row]),
  );
  const sections = new Map(
    [...former.matchAll(/^## (.+)\n\n([\s\S]*?)(?=\n## |$(?![\s\S]))/gm)].map(
      ([, name = '', text = '']) => [name, text.trimEnd()],
    ),
  );
  for (const { name, claim, size, when, seconds, held, figures } of results) {
    const cells = [name, claim, held ? 'held' : '**did not hold**', size, when, duration(seconds)];
    rows.set(name, `| ${cells.join(' | ')} |`);
    // A table stays a table; anything else is shown as written.
    const text = figures.every((line) => line.startsWith('|'))
      ? figures.join('\n')
      : ['```', ...figures, '```'].join('\n');
    sections.set(name, `${machine}, ${when}.\n\n${text}`);
  }
  const known = names.filter((name) => rows.has(name));
  return [
    heading,
    '| proof | what must hold | | size | last run (UTC) | took |\n|---|---|---|---|---|---|',
    known.map((name) => rows.get(name)).join('\n'),
    '',
    ...known.flatMap((name) => {
      const text = sections.get(name);
      return text ? [`## ${name}\n\n${text}\n`] : [];
    }),
  ].join('\n');
}

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
