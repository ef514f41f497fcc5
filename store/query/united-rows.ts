import { requestableTypes } from "#domain/requests/requestable.ts";

import { isAuthorized, isGroupAuthorized } from "../requestable.ts";
import { joinSql, quoted, raw, sql, type Sql } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";

/** What the rows of one table are for a resource that puts rows of several together. */
interface PartRows {
  /** What each of the resource's columns is there. */
  readonly columns: Readonly<Record<string, string>>;
  /** Which of the rows are meant; null = all. */
  readonly where: string | null;
}

/** One of the tables whose rows a resource puts together that has none of its own. */
export interface UnitedPart {
  readonly table: TableName;
  /** The beginning of its alias: another one for each part, so that one statement may hold all. */
  readonly letter: string;
  /** Its rows where the table has this alias. */
  rows(alias: string): PartRows;
}

/** A text that compares like the one in a column, whatever the connection says. */
const constant = (text: string, column: string) => `CONCAT(SUBSTR(${column}, 1, 0), '${text}')`;

const stamps = (alias: string) => ({
  lastUpdatedModule: `${alias}.\`lastUpdatedModule\``,
  lastUpdatedNode: `${alias}.\`lastUpdatedNode\``,
  version: `${alias}.\`version\``,
});

const [targetSystem, managedGroup] = requestableTypes;

const catalogueItems: readonly UnitedPart[] = [
  {
    table: "targetSystems",
    letter: "t",
    rows(alias) {
      const id = `${alias}.\`id\``;
      const columns = {
        key: id,
        resourceType: constant(targetSystem, id),
        targetSystemKey: id,
        name: id,
        description: `${alias}.\`description\``,
        helpUrl: `${alias}.\`helpUrl\``,
        requestable: `(${alias}.\`enabled\` = 1 AND ${isAuthorized(id)})`,
        ...stamps(alias),
      };
      return { columns, where: null };
    },
  },
  {
    table: "groups",
    letter: "g",
    rows(alias) {
      const [key, target] = [`${alias}.\`key\``, `${alias}.\`targetSystemKey\``];
      const ofTarget = `FROM \`targetSystems\` h WHERE h.\`id\` = ${target}`;
      const columns = {
        key,
        resourceType: constant(managedGroup, key),
        targetSystemKey: target,
        name: `${alias}.\`shortId\``,
        description: `${alias}.\`displayId\``,
        helpUrl: `(SELECT h.\`helpUrl\` ${ofTarget})`,
        requestable: `(EXISTS (SELECT 1 ${ofTarget} AND h.\`enabled\` = 1) AND ${isGroupAuthorized(alias)})`,
        ...stamps(alias),
      };
      return { columns, where: `${alias}.\`managed\` = 1` };
    },
  },
];

const united: Readonly<Record<string, readonly UnitedPart[]>> = { catalogueItems };

/** The tables whose rows a source puts together; undefined for one that has a table of its own. */
export function unitedParts(source: string): readonly UnitedPart[] | undefined {
  return Object.hasOwn(united, source) ? united[source] : undefined;
}

/** All rows of such a source in brackets, in the place of a table: for what counts them or goes through them, not for pages. */
export function unitedTable(parts: readonly UnitedPart[]): Sql {
  const selects = parts.map(({ table, letter, rows }) => {
    const { columns, where } = rows(letter);
    const list = Object.entries(columns).map(([column, of]) => `${of} AS ${quoted(column)}`);
    return raw(`SELECT ${list.join(", ")} FROM ${quoted(table)} ${letter}${where === null ? "" : ` WHERE ${where}`}`);
  });
  return sql`(${joinSql(selects, " UNION ALL ")})`;
}
