import type { Database } from '@liv-fit/backend/database';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

/** Call before the shop connects: only sessions started later can log their plans. */
export async function allowPlans(database: Database): Promise<void> {
  const { rows } = await database.query<{ name: string }>({
    text: 'select current_database() as name',
  });
  await database.query({
    text: `alter database ${rows[0]?.name} set session_preload_libraries to 'auto_explain'`,
  });
}

/**
 * The plan of the slowest statement while `work` runs, including statements inside functions: its
 * nodes that read a relation, outermost first. Read from PostgreSQL's log (auto_explain).
 */
export async function slowestPlan(
  database: Database,
  work: () => PromiseLike<unknown>,
): Promise<string> {
  const before = (await readLog(database)).length;
  await explain(database, 0);
  try {
    await work();
  } finally {
    await explain(database, -1);
  }
  const written = (await readLog(database)).slice(before);
  let slowest = { duration: 0, nodes: [] as string[] };
  for (const [, duration = '', json = ''] of written.matchAll(
    /duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g,
  )) {
    const { Plan: plan } = JSON.parse(json) as { Plan: PlanNode };
    const nodes = describe(plan);
    if (nodes.length > 0 && Number(duration) > slowest.duration) {
      slowest = { duration: Number(duration), nodes };
    }
  }
  return slowest.nodes.join(', ') || 'reads no table';
}

/** Logs plans of statements that take at least this many milliseconds; -1 for none. */
async function explain(database: Database, from: number): Promise<void> {
  for (const [name, value] of Object.entries({
    log_min_duration: from,
    log_nested_statements: 'on',
    log_format: 'json',
  })) {
    await database.query({ text: `alter system set auto_explain.${name} = '${value}'` });
  }
  await database.query({ text: 'select pg_reload_conf()' });
  // Sessions apply the setting before their next statement, once the signal has reached them.
  await new Promise((resolve) => setTimeout(resolve, 300));
}

async function readLog(database: Database): Promise<string> {
  const { rows } = await database.query<{ log: string }>({
    text: `select pg_read_file(regexp_replace(current_setting('data_directory'), '[^/]+$', 'log')) as log`,
  });
  return rows[0]?.log ?? '';
}

function describe(node: PlanNode): string[] {
  const { 'Node Type': type, 'Relation Name': relation, 'Index Name': index, Plans = [] } = node;
  const own = relation || index ? [[type, relation, index && `by ${index}`]] : [];
  return [...own.map((parts) => parts.filter(Boolean).join(' ')), ...Plans.flatMap(describe)];
}
