/** Work of a statement of a migration: its table, and what it does with each of its rows. */
export interface MigrationWork {
  readonly table: string;
  readonly work: keyof typeof microsecondsPerRow;
}

/** Microseconds that work takes for a row, as measured with rows of 1 KB; a server on a slow disk takes longer. */
const microsecondsPerRow = {
  "reads each row": { sqlite: 3, mariadb: 8 },
  "writes each row": { sqlite: 12, mariadb: 60 },
  "leaves the rows alone": { sqlite: 0, mariadb: 0 },
} as const;

/** Dialect of a database. */
type DialectName = keyof (typeof microsecondsPerRow)["reads each row"];

const name = '[`"]?(\\w+)[`"]?';
const forms: readonly (readonly [form: RegExp, work: MigrationWork["work"]])[] = [
  [new RegExp(`^CREATE (?:UNIQUE )?INDEX .*? ON ${name}`, "is"), "reads each row"],
  [new RegExp(`^ALTER TABLE ${name} ADD (?:UNIQUE )?INDEX`, "is"), "reads each row"],
  [new RegExp(`^ALTER TABLE ${name} (?:MODIFY|CHANGE|DROP COLUMN)`, "is"), "writes each row"],
  [new RegExp(`^(?:UPDATE|DELETE FROM) ${name}`, "is"), "writes each row"],
  [new RegExp(`^(?:INSERT|REPLACE) .*?INTO .* FROM ${name}`, "is"), "writes each row"],
  [
    new RegExp(`^(?:ALTER TABLE|DROP TABLE(?: IF EXISTS)?|CREATE TRIGGER .*? ON) ${name}`, "is"),
    "leaves the rows alone",
  ],
];

/** Returns the work of a statement; undefined if it concerns no table that has rows, as one that creates a table. */
export function workOf(statement: string): MigrationWork | undefined {
  for (const [form, work] of forms) {
    const table = form.exec(statement.trim())?.[1];
    if (table !== undefined) return { table, work };
  }
  return undefined;
}

const microsecondsPerSecond = 1_000_000;

/** Returns the estimated seconds of work over a number of rows. */
export function secondsOf(work: MigrationWork["work"], rows: number, dialect: DialectName): number {
  return (microsecondsPerRow[work][dialect] * rows) / microsecondsPerSecond;
}
