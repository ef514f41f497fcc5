import type { DiscoveredType } from "#domain/discovery/discovery.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";

import { valueOwners } from "../changes/value-texts.ts";
import type { TableName } from "../tables.ts";

/** Expressions that fill a column of a discovered object from its staged row `s`; `update` is absent if a load never changes the column. */
export interface LoadedColumn {
  readonly name: string;
  readonly insert: string;
  /** New value; null if the column keeps its own value, or becomes null with `mayBeNull`. */
  readonly update?: string;
  /** True if the column may become null. */
  readonly mayBeNull?: true;
}

/** Tables and columns for the objects of one type. */
export interface LoadedKind {
  readonly type: DiscoveredType;
  readonly table: "accounts" | "groups";
  readonly attributes: "accountAttributes" | "groupAttributes";
  /** Column that refers to the object in the tables of its parts. */
  readonly owner: "accountKey" | "groupKey";
  /** Rows that are removed with an object: their table, and the column that refers to it. */
  readonly dependants: readonly (readonly [table: TableName, column: string])[];
  /** Rows that outlive an object: the column that refers to it, and their new values as expressions over the row `t`. */
  readonly outlivers?: {
    readonly table: TableName;
    readonly column: string;
    readonly columns: Readonly<Record<string, string>>;
  };
  readonly columns: readonly LoadedColumn[];
}

const name = (column: string): LoadedColumn => ({ name: column, insert: "s.`name`", update: "s.`name`" });
/** Returns the column of a state; a state that the target does not report becomes unknown, whatever it was before. */
const state = (column: string): LoadedColumn => ({
  name: column,
  insert: `s.\`${column}\``,
  update: `s.\`${column}\``,
  mayBeNull: true,
});
const constant = (column: string, insert: string): LoadedColumn => ({ name: column, insert });

const identity: readonly LoadedColumn[] = [
  constant("stableId", "s.`id`"),
  name("longId"),
  name("shortId"),
  name("displayId"),
];
const hash: LoadedColumn = { name: "discoveredHash", insert: "s.`hash`", update: "s.`hash`" };

/** Kinds of objects that are loaded, in the order of loading. */
export const loadedKinds: readonly LoadedKind[] = [
  {
    type: "account",
    table: "accounts",
    attributes: "accountAttributes",
    owner: valueOwners.accountAttributes,
    dependants: [
      ["accountAttributes", "accountKey"],
      ["groupMemberships", "accountKey"],
      ["passwordHistories", "accountKey"],
      ["passwordDigests", "accountKey"],
      ["passwordExpiryNotices", "accountKey"],
      ["passwordReports", "accountKey"],
    ],
    outlivers: {
      table: "managedAccounts",
      column: "accountKey",
      columns: {
        policyId: `'${historicalPolicyId}'`,
        nextRandomized: "NULL",
        accountName: "(SELECT a.`shortId` FROM `accounts` a WHERE a.`key` = t.`accountKey`)",
      },
    },
    columns: [
      ...identity,
      constant("userKey", "NULL"),
      state("enabled"),
      state("locked"),
      state("expired"),
      state("passwordExpired"),
      state("passwordExpiresAt"),
      constant("lastPasswordChange", "NULL"),
      constant("associatedBy", "NULL"),
      hash,
    ],
  },
  {
    type: "group",
    table: "groups",
    attributes: "groupAttributes",
    owner: valueOwners.groupAttributes,
    dependants: [
      ["groupAttributes", "groupKey"],
      ["groupMemberships", "groupKey"],
      ["groupOwners", "groupKey"],
    ],
    columns: [
      ...identity,
      constant("managed", "0"),
      constant("managedBy", "NULL"),
      constant("keptUnmanaged", "0"),
      constant("membersHidden", "0"),
      constant("phaseInheritance", "'add'"),
      hash,
    ],
  },
];
