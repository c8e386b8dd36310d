/** The parts of the database that a request may name. */

export interface Column {
  name: string;
  /** The type with domains resolved, used to recognize json and tsvector. */
  baseType: string;
  /** The declared type, in SQL syntax. */
  type: string;
  /** SQL expression, or null. */
  defaultExpression: string | null;
  isNullable: boolean;
  enumLabels: readonly string[];
}

export interface Table {
  schema: string;
  name: string;
  isView: boolean;
  insertable: boolean;
  updatable: boolean;
  deletable: boolean;
  primaryKey: readonly string[];
  columns: ReadonlyMap<string, Column>;
}

/** Columns of the origin paired with columns of the target. */
export type ColumnPairs = readonly (readonly [string, string])[];

interface RelationshipEnds {
  origin: string;
  target: string;
  isSelf: boolean;
  targetIsView: boolean;
}

export interface ForeignKeyRelationship extends RelationshipEnds {
  kind: 'many-to-one' | 'one-to-one' | 'one-to-many';
  constraint: string;
  columns: ColumnPairs;
}

export interface JunctionRelationship extends RelationshipEnds {
  kind: 'many-to-many';
  junction: string;
  originConstraint: string;
  targetConstraint: string;
  /** Origin column, junction column. */
  originColumns: ColumnPairs;
  /** Target column, junction column. */
  targetColumns: ColumnPairs;
}

/** A function that takes a row of the origin and returns rows of the target. */
export interface ComputedRelationship extends RelationshipEnds {
  kind: 'computed';
  functionSchema: string;
  functionName: string;
  isToOne: boolean;
  /** The number of rows that the function declares (ROWS). */
  rows: number;
}

export type Relationship = ForeignKeyRelationship | JunctionRelationship | ComputedRelationship;

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.isToOne;
  return relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one';
}

export interface Parameter {
  /** Empty for an unnamed parameter. */
  name: string;
  type: string;
  required: boolean;
  variadic: boolean;
}

export interface DatabaseFunction {
  schema: string;
  name: string;
  parameters: readonly Parameter[];
  returns: {
    schema: string;
    name: string;
    isSet: boolean;
    /** Whether it is a row type: of a table, or of OUT and TABLE columns. */
    isComposite: boolean;
  };
  volatility: 'immutable' | 'stable' | 'volatile';
}

export const returnsVoid = ({ returns }: DatabaseFunction) =>
  returns.schema === 'pg_catalog' && returns.name === 'void' && !returns.isSet;
export const returnsScalar = ({ returns }: DatabaseFunction) =>
  !returns.isSet && !returns.isComposite;
export const returnsSetOfScalar = ({ returns }: DatabaseFunction) =>
  returns.isSet && !returns.isComposite;

/** The exposed schema at one moment. Never modified, only replaced. */
export interface Schema {
  name: string;
  tables: ReadonlyMap<string, Table>;
  /** By origin table. */
  relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** By name; overloaded functions share one. */
  functions: ReadonlyMap<string, readonly DatabaseFunction[]>;
}
