import type { EnforcementTerms } from "#domain/roles/enforcement-terms.ts";

import type { Database } from "../database.ts";
import type { BoundSql, SqlRow } from "../sql/sql.ts";
import { lacking, mandatory, surplus } from "./difference-statements.ts";
import type { PeopleRange } from "./people-range.ts";

/** Access that a member of a role lacks. */
export interface LackingRow {
  readonly userKey: string;
  readonly roleKey: string;
  readonly access: "account" | "membership";
  readonly targetSystemKey: string;
  readonly groupKey: string | null;
  readonly isDenied: boolean;
}

/** Access that no role of its holder gives, although some role contains it. */
export interface SurplusRow extends Omit<LackingRow, "roleKey"> {
  readonly accountKey: string;
}

/** Account that a target system asks of everybody, and a person lacks. */
export interface MissingAccountRow {
  readonly userKey: string;
  readonly targetSystemKey: string;
}

/** Differences between roles and access, found by statements over sets of people. */
export interface AccessDifferences {
  /** Returns what members of roles in force lack, except for what is excepted or asked for already. */
  lacking(people: PeopleRange, terms: EnforcementTerms): Promise<readonly LackingRow[]>;
  /** Returns what people have beyond their roles, except for what is excepted or asked about already. */
  surplus(people: PeopleRange, terms: EnforcementTerms): Promise<readonly SurplusRow[]>;
  /** Returns who lacks an account that target systems ask of everybody. */
  mandatory(people: PeopleRange, terms: EnforcementTerms): Promise<readonly MissingAccountRow[]>;
  /** Returns the bounds of pages of people, in the order of their keys: the last key of each page. */
  bounds(pagePeople: number): Promise<readonly string[]>;
}

/** Makes these reads on a database; each statement is one page of people. */
export function createAccessDifferences({ dialect, read }: Pick<Database, "dialect" | "read">): AccessDifferences {
  const rows = async <T>({ text, values }: BoundSql, of: (row: SqlRow) => T): Promise<readonly T[]> =>
    (await read(text, values)).map(of);
  return {
    lacking: (people, terms) =>
      rows(lacking(dialect, { people, terms }), (row) => ({ ...thingOf(row), roleKey: String(row["roleKey"]) })),
    surplus: (people, terms) =>
      rows(surplus(dialect, { people, terms }), (row) => ({ ...thingOf(row), accountKey: String(row["accountKey"]) })),
    mandatory: (people, terms) =>
      rows(mandatory(dialect, { people, terms }), (row) => ({
        userKey: String(row["userKey"]),
        targetSystemKey: String(row["targetSystemKey"]),
      })),
    async bounds(pagePeople) {
      const bounds: string[] = [];
      for (let after = ""; ;) {
        const text = "SELECT `key` FROM `users` WHERE `key` > ? ORDER BY `key` LIMIT 1 OFFSET ?";
        const [row] = await read(text, [after, String(pagePeople - 1)]);
        if (row === undefined) return bounds;
        after = String(row["key"]);
        bounds.push(after);
      }
    },
  };
}

function thingOf(row: SqlRow) {
  return {
    userKey: String(row["userKey"]),
    access: row["access"] as "account" | "membership",
    targetSystemKey: String(row["targetSystemKey"]),
    groupKey: row["groupKey"] as string | null,
    isDenied: Number(row["isDenied"]) === 1,
  };
}
