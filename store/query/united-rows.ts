import { requestableTypes } from "#domain/requests/requestable.ts";

import { isAuthorized, isGroupAuthorized } from "../requestable.ts";
import { joinSql, quoted, raw, sql, type Sql } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";

/** Rows of one table for a resource that unites rows of several tables. */
interface PartRows {
  /** Expression of each of the resource's columns. */
  readonly columns: Readonly<Record<string, string>>;
  /** Condition on the rows; null = all. */
  readonly where: string | null;
}

/** One of the tables whose rows make up a resource without a table of its own. */
export interface UnitedPart {
  readonly table: TableName;
  /** First letter of its alias: another one for each part, so that one statement may hold all. */
  readonly letter: string;
  /** Returns its rows if the table has this alias. */
  rows(alias: string): PartRows;
}

/** Returns a constant text that compares like the text in a column, whatever the connection says. */
const constant = (text: string, column: string) => `CONCAT(SUBSTR(${column}, 1, 0), '${text}')`;

/**
 * Returns the columns of the details of a catalog item, with the stamps of both rows together: the version rises with each of them, and
 * whoever changed the details counts as the last writer.
 */
function detailsOf(alias: string, type: string, key: string) {
  const detail = (column: string) =>
    `(SELECT d.\`${column}\` FROM \`catalogueDetails\` d WHERE d.\`resourceType\` = '${type}' AND d.\`resourceKey\` = ${key})`;
  const list = (column: string) => `COALESCE(${detail(column)}, '[]')`;
  const stamp = (column: string) => `COALESCE(${detail(column)}, ${alias}.\`${column}\`)`;
  return {
    ownerKey: detail("ownerKey"),
    risk: detail("risk"),
    tags: list("tags"),
    // The signs of tags need no escape in JSON.
    tagsText: `REPLACE(REPLACE(REPLACE(REPLACE(${list("tags")}, '[]', ''), '["', ','), '"]', ','), '","', ',')`,
    longestHours: detail("longestHours"),
    formFields: list("formFields"),
    lastUpdatedModule: stamp("lastUpdatedModule"),
    lastUpdatedNode: stamp("lastUpdatedNode"),
    version: `(${alias}.\`version\` + COALESCE(${detail("version")}, 0))`,
  };
}

const [targetSystem, managedGroup, template, role] = requestableTypes;

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
        requestable: `(${alias}.\`enabled\` = 1 AND ${alias}.\`fulfilment\` <> 'none' AND ${isAuthorized(id)})`,
        usableBy: "NULL",
        ...detailsOf(alias, targetSystem, id),
      };
      return { columns, where: null };
    },
  },
  {
    table: "groups",
    letter: "g",
    rows(alias) {
      const [key, target] = [`${alias}.\`key\``, `${alias}.\`targetSystemKey\``];
      const isPerformed = `COALESCE(${alias}.\`fulfilment\`, h.\`fulfilment\`) <> 'none'`;
      const ofTarget = `FROM \`targetSystems\` h WHERE h.\`id\` = ${target}`;
      const columns = {
        key,
        resourceType: constant(managedGroup, key),
        targetSystemKey: target,
        name: `${alias}.\`shortId\``,
        description: `${alias}.\`displayId\``,
        helpUrl: `(SELECT h.\`helpUrl\` ${ofTarget})`,
        requestable: `(EXISTS (SELECT 1 ${ofTarget} AND h.\`enabled\` = 1 AND ${isPerformed}) AND ${isGroupAuthorized(alias)})`,
        usableBy: "NULL",
        ...detailsOf(alias, managedGroup, key),
      };
      return { columns, where: `${alias}.\`managed\` = 1` };
    },
  },
  {
    table: "templates",
    letter: "p",
    rows(alias) {
      const key = `${alias}.\`key\``;
      const columns = {
        key,
        resourceType: constant(template, key),
        targetSystemKey: "NULL",
        name: `${alias}.\`name\``,
        description: `${alias}.\`description\``,
        helpUrl: `${alias}.\`helpUrl\``,
        requestable: `(${alias}.\`enabled\` = 1)`,
        usableBy: `${alias}.\`usableBy\``,
        ...detailsOf(alias, template, key),
        // Its placeholders name fields of its form, so both are changed together.
        formFields: `${alias}.\`formFields\``,
      };
      return { columns, where: null };
    },
  },
  {
    table: "roles",
    letter: "r",
    rows(alias) {
      const key = `${alias}.\`key\``;
      const hasPhases = `EXISTS (SELECT 1 FROM \`authorizationPhases\` h WHERE h.\`resourceType\` = '${role}' AND h.\`resourceKey\` = ${key})`;
      const columns = {
        key,
        resourceType: constant(role, key),
        targetSystemKey: "NULL",
        name: `${alias}.\`id\``,
        description: `COALESCE(${alias}.\`description\`, ${alias}.\`id\`)`,
        helpUrl: "NULL",
        requestable: `(${hasPhases})`,
        usableBy: "NULL",
        ...detailsOf(alias, role, key),
      };
      return { columns, where: `${alias}.\`state\` = 'inForce'` };
    },
  },
];

const united: Readonly<Record<string, readonly UnitedPart[]>> = { catalogueItems };

/** Returns the tables whose rows a source unites; undefined for a source with a table of its own. */
export function unitedParts(source: string): readonly UnitedPart[] | undefined {
  return Object.hasOwn(united, source) ? united[source] : undefined;
}

/** Returns all rows of a united source in brackets, to be used in place of a table: for counts and scans, not for pages. */
export function unitedTable(parts: readonly UnitedPart[]): Sql {
  const selects = parts.map(({ table, letter, rows }) => {
    const { columns, where } = rows(letter);
    const list = Object.entries(columns).map(([column, of]) => `${of} AS ${quoted(column)}`);
    return raw(`SELECT ${list.join(", ")} FROM ${quoted(table)} ${letter}${where === null ? "" : ` WHERE ${where}`}`);
  });
  return sql`(${joinSql(selects, " UNION ALL ")})`;
}
