import type { Database } from '../../database/database.ts';
import { identifier } from '../sql/sql-text.ts';

/** Options set by `alter role authenticator set pgrst.…`, as on a hosted project. */
export interface Switches {
  aggregates?: boolean;
  explain?: boolean;
  transactionOverride?: boolean;
  maximumRows?: number;
  /** A function to call before each request, in SQL syntax. */
  preRequest?: string;
}

/** The role's settings for this database override those for all databases. */
const query = `
  select split_part(setting, '=', 1) as name, substr(setting, strpos(setting, '=') + 1) as value
  from pg_db_role_setting s, unnest(s.setconfig) as setting
  where s.setrole = to_regrole('authenticator')::oid
    and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
    and setting like 'pgrst.%'
  order by s.setdatabase`;

export async function readSwitches(database: Database): Promise<Switches> {
  const { rows } = await database.query<{ name: string; value: string }>({ text: query });
  const switches: Switches = {};
  for (const { name, value } of rows) {
    if (name === 'pgrst.db_aggregates_enabled') switches.aggregates = isOn(value);
    if (name === 'pgrst.db_plan_enabled') switches.explain = isOn(value);
    if (name === 'pgrst.db_tx_end') switches.transactionOverride = value.endsWith('allow-override');
    if (name === 'pgrst.db_pre_request') switches.preRequest = quoted(value);
    if (name === 'pgrst.db_max_rows' && /^[1-9]\d{0,8}$/.test(value)) {
      switches.maximumRows = Number(value);
    }
  }
  return switches;
}

/** `schema.function` or `function`; the setting never quotes them. */
function quoted(name: string): string | undefined {
  const [first = '', ...rest] = name.split('.');
  if (first === '') return undefined;
  return (rest.length > 0 ? [first, rest.join('.')] : [first]).map(identifier).join('.');
}

const isOn = (value: string) => ['true', 'on', 'yes', '1'].includes(value.toLowerCase());
