import type { Connection, Database, ResultField } from '../../database/database.ts';
import {
  buildRelationships,
  type ForeignKeyRow,
  primaryKeyOf,
  type RelationRow,
  type ViewColumn,
} from './build-relationships.ts';
import {
  computedRelationshipsQuery,
  foreignKeysQuery,
  functionsQuery,
  relationsQuery,
  tablesQuery,
  viewDefinitionsQuery,
} from './introspection.ts';
import type { Column, ComputedRelationship, DatabaseFunction, Schema, Table } from './schema.ts';

type TableRow = Omit<Table, 'schema' | 'columns'> & { columns: Column[] };
type FunctionRow = Omit<DatabaseFunction, 'schema'>;
type ComputedRow = Omit<ComputedRelationship, 'kind'>;

/** Reads one schema of the database as the owner, in one snapshot. */
export async function loadSchema(database: Database, name: string): Promise<Schema> {
  const connection = await database.connect();
  try {
    await connection.query({ text: 'begin isolation level repeatable read read only' });
    // With an empty search path, every type and function is written with its schema.
    await connection.query({ text: `set local search_path to ''` });
    const read = async <Row>(text: string, values: unknown[] = []) =>
      (await connection.query<Row>({ text, values })).rows;

    const tables = await read<TableRow>(tablesQuery, [name]);
    const relations = await read<RelationRow>(relationsQuery);
    const foreignKeys = await read<ForeignKeyRow>(foreignKeysQuery);
    const functions = await read<FunctionRow>(functionsQuery, [name]);
    const computed = await read<ComputedRow>(computedRelationshipsQuery, [name]);
    const viewColumns = await readViewColumns(connection, name);
    await connection.query({ text: 'commit' });

    const byId = new Map(relations.map((relation) => [relation.id, relation]));
    const keyOfView = (view: string) => {
      const found = relations.find(
        (relation) => relation.schema === name && relation.name === view,
      );
      return found ? primaryKeyOf(found, byId, viewColumns) : [];
    };
    return {
      name,
      tables: new Map(
        tables.map((table) => [
          table.name,
          toTable(name, table, table.isView ? keyOfView(table.name) : [...table.primaryKey]),
        ]),
      ),
      relationships: buildRelationships(
        name,
        relations,
        foreignKeys,
        viewColumns,
        computed.map((row) => ({ kind: 'computed', ...row })),
      ),
      functions: Map.groupBy(
        functions.map((row) => ({ schema: name, ...row })).filter(isCallable),
        (found) => found.name,
      ),
    };
  } catch (error) {
    await connection.query({ text: 'rollback' }).catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}

function toTable(schema: string, { columns, ...table }: TableRow, primaryKey: string[]): Table {
  return {
    ...table,
    schema,
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey,
  };
}

/** Unnamed parameters can't be combined: a single one takes the whole body. */
function isCallable({ parameters }: DatabaseFunction): boolean {
  const unnamed = parameters.filter((parameter) => parameter.name === '');
  if (unnamed.length === 0) return true;
  return (
    parameters.length === 1 &&
    ['json', 'jsonb', 'text', 'xml', 'bytea'].includes(parameters[0]?.type as string)
  );
}

/**
 * Which table column each view column shows: PostgreSQL reports it when it describes the view's
 * query. Views on views are resolved down to the table.
 */
async function readViewColumns(connection: Connection, schema: string): Promise<ViewColumn[]> {
  const { rows: views } = await connection.query<{ id: number; definition: string }>({
    text: viewDefinitionsQuery,
    values: [schema],
  });
  const direct: ViewColumn[] = [];
  for (const view of views) {
    for (const [index, field] of (await describeView(connection, view.definition)).entries()) {
      if (field.tableId === 0) continue;
      direct.push({
        viewId: view.id,
        viewColumn: field.name,
        viewColumnNumber: index + 1,
        tableId: field.tableId,
        tableColumn: field.columnNumber,
      });
    }
  }
  return direct.concat(direct.flatMap((column) => throughViews(column, direct, [])));
}

/**
 * If its columns' origins are unknown (such as for a view that no longer works), a view has no
 * relationships.
 */
async function describeView(
  connection: Connection,
  definition: string,
): Promise<readonly ResultField[]> {
  const query = definition.replace(/;\s*$/, '');
  await connection.query({ text: 'savepoint describe_view' });
  try {
    const { fields = [] } = await connection.query({ text: `select * from (${query}) _ limit 0` });
    return fields;
  } catch {
    await connection.query({ text: 'rollback to savepoint describe_view' });
    return [];
  }
}

function throughViews(
  column: ViewColumn,
  direct: readonly ViewColumn[],
  visited: readonly number[],
): ViewColumn[] {
  if (visited.includes(column.tableId)) return [];
  const inner = direct.find(
    ({ viewId, viewColumnNumber }) =>
      viewId === column.tableId && viewColumnNumber === column.tableColumn,
  );
  if (!inner) return [];
  const resolved = { ...column, tableId: inner.tableId, tableColumn: inner.tableColumn };
  return [resolved, ...throughViews(resolved, direct, [...visited, column.tableId])];
}
