import type {
  ColumnPairs,
  ComputedRelationship,
  ForeignKeyRelationship,
  JunctionRelationship,
  Relationship,
} from './schema.ts';

export interface ForeignKeyRow {
  constraint: string;
  originId: number;
  targetId: number;
  columns: [number, number][];
  isUnique: boolean;
}

export interface RelationRow {
  id: number;
  schema: string;
  name: string;
  isView: boolean;
  primaryKey: number[];
  columns: Record<string, string>;
}

/** A view's column and the table column that it shows. */
export interface ViewColumn {
  viewId: number;
  viewColumn: string;
  viewColumnNumber: number;
  tableId: number;
  tableColumn: number;
}

interface Side {
  relation: RelationRow;
  /** Names of the key's columns in this relation. */
  columns: string[];
}

/** A foreign key between two relations, each a table or a view that shows its columns. */
interface Link {
  constraint: string;
  origin: Side;
  target: Side;
  isUnique: boolean;
}

/**
 * All relationships that can be embedded, by origin: foreign keys in both directions, through
 * junction tables, between views that show the key columns, and computed by functions, which
 * replace a detected one of the same name.
 */
export function buildRelationships(
  schema: string,
  relations: readonly RelationRow[],
  foreignKeys: readonly ForeignKeyRow[],
  viewColumns: readonly ViewColumn[],
  computed: readonly ComputedRelationship[],
): Map<string, Relationship[]> {
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const links = foreignKeys.flatMap((key) => linksOf(key, byId, viewColumns));
  const exposed = (side: Side) => side.relation.schema === schema;

  const found: Relationship[] = [
    ...links.filter((link) => exposed(link.origin) && exposed(link.target)).flatMap(bothDirections),
    ...junctions(
      links.filter((link) => exposed(link.origin) && exposed(link.target)),
      (relation) => primaryKeyOf(relation, byId, viewColumns),
    ),
  ];
  const detected = found.filter(
    ({ origin, target }) =>
      !computed.some((own) => own.origin === origin && own.functionName === target),
  );
  const byOrigin = Map.groupBy([...computed, ...detected].sort(inOrder), ({ origin }) => origin);
  // A relation whose only keys lead out of the exposed schema is listed, too.
  for (const side of links.flatMap(({ origin, target }) => [origin, target])) {
    if (exposed(side) && !byOrigin.has(side.relation.name)) byOrigin.set(side.relation.name, []);
  }
  return byOrigin;
}

function linksOf(
  key: ForeignKeyRow,
  byId: ReadonlyMap<number, RelationRow>,
  viewColumns: readonly ViewColumn[],
): Link[] {
  const origins = sides(
    key.originId,
    key.columns.map(([column]) => column),
    byId,
    viewColumns,
  );
  const targets = sides(
    key.targetId,
    key.columns.map(([, column]) => column),
    byId,
    viewColumns,
  );
  return origins.flatMap((origin) =>
    targets.map((target) => ({
      constraint: key.constraint,
      origin,
      target,
      isUnique: key.isUnique,
    })),
  );
}

/** The table itself, and every view that shows all of the columns. */
function sides(
  tableId: number,
  columns: readonly number[],
  byId: ReadonlyMap<number, RelationRow>,
  viewColumns: readonly ViewColumn[],
): Side[] {
  const table = byId.get(tableId);
  if (!table) return [];
  const shown = Map.groupBy(
    viewColumns.filter((column) => column.tableId === tableId),
    (column) => column.viewId,
  );
  const views = [...shown].flatMap(([viewId, ofView]) => {
    const relation = byId.get(viewId);
    if (!relation) return [];
    const choices = columns.map((column) =>
      ofView.filter(({ tableColumn }) => tableColumn === column).map((shown) => shown.viewColumn),
    );
    return combinations(choices).map((names) => ({ relation, columns: names }));
  });
  return [
    { relation: table, columns: columns.map((column) => table.columns[column] as string) },
    ...views,
  ];
}

/** A view may show a column twice, and then a key in as many ways. */
const combinations = (choices: readonly string[][]): string[][] =>
  choices.reduce<string[][]>(
    (found, names) => found.flatMap((before) => names.map((name) => [...before, name])),
    [[]],
  );

const pairs = (from: readonly string[], to: readonly string[]): ColumnPairs =>
  from.map((name, index) => [name, to[index] as string] as const);

function bothDirections(link: Link): ForeignKeyRelationship[] {
  const { origin, target, constraint } = link;
  const isSelf = origin.relation.id === target.relation.id;
  return [
    {
      kind: link.isUnique ? 'one-to-one' : 'many-to-one',
      constraint,
      origin: origin.relation.name,
      target: target.relation.name,
      isSelf,
      targetIsView: target.relation.isView,
      columns: pairs(origin.columns, target.columns),
    },
    {
      kind: link.isUnique ? 'one-to-one' : 'one-to-many',
      constraint,
      origin: target.relation.name,
      target: origin.relation.name,
      isSelf,
      targetIsView: origin.relation.isView,
      columns: pairs(target.columns, origin.columns),
    },
  ];
}

/** Two foreign keys of one table whose columns are all part of its primary key. */
function junctions(
  links: readonly Link[],
  keyOf: (relation: RelationRow) => readonly string[],
): JunctionRelationship[] {
  const toMany = links.filter((link) => !link.isUnique);
  const byJunction = Map.groupBy(toMany, (link) => link.origin.relation.id);
  return [...byJunction.values()].flatMap((ofJunction) =>
    ofJunction.flatMap((first) =>
      ofJunction
        .filter((second) => second.constraint !== first.constraint)
        .filter((second) => keysArePrimary(first, second, keyOf(first.origin.relation)))
        .map((second): JunctionRelationship => {
          const origin = first.target;
          const target = second.target;
          return {
            kind: 'many-to-many',
            junction: first.origin.relation.name,
            originConstraint: first.constraint,
            targetConstraint: second.constraint,
            origin: origin.relation.name,
            target: target.relation.name,
            isSelf: origin.relation.id === target.relation.id,
            targetIsView: target.relation.isView,
            originColumns: pairs(origin.columns, first.origin.columns),
            targetColumns: pairs(target.columns, second.origin.columns),
          };
        }),
    ),
  );
}

function keysArePrimary(first: Link, second: Link, primary: readonly string[]): boolean {
  return [...first.origin.columns, ...second.origin.columns].every((name) =>
    primary.includes(name),
  );
}

/** Names of the primary key's columns; a view has the keys of all tables whose keys it shows. */
export function primaryKeyOf(
  relation: RelationRow,
  relations: ReadonlyMap<number, RelationRow>,
  viewColumns: readonly ViewColumn[],
): string[] {
  if (!relation.isView) return relation.primaryKey.map((number) => relation.columns[number] ?? '');
  const shown = viewColumns.filter(({ viewId }) => viewId === relation.id);
  const keys = [...new Set(shown.map(({ tableId }) => tableId))].flatMap((tableId) => {
    const names = (relations.get(tableId)?.primaryKey ?? []).map(
      (number) =>
        shown.find((column) => column.tableId === tableId && column.tableColumn === number)
          ?.viewColumn,
    );
    return names.every((name) => name !== undefined) ? (names as string[]) : [];
  });
  return [...new Set(keys)];
}

const kinds = ['computed', 'one-to-many', 'many-to-one', 'one-to-one', 'many-to-many'];

/** PostgREST's order for listing the candidates of an ambiguous name. */
function inOrder(a: Relationship, b: Relationship): number {
  const byTarget = a.target < b.target ? -1 : Number(a.target > b.target);
  return (
    byTarget || kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (nameOf(a) < nameOf(b) ? -1 : 1)
  );
}

function nameOf(relationship: Relationship): string {
  if (relationship.kind === 'computed') return relationship.functionName;
  if (relationship.kind !== 'many-to-many') {
    return JSON.stringify([relationship.constraint, relationship.columns]);
  }
  const { junction, originConstraint, targetConstraint } = relationship;
  return JSON.stringify([junction, originConstraint, targetConstraint]);
}
