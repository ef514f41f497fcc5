import type { DiscoveredType } from "#domain/discovery/discovery.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";

import { valueOwners } from "../changes/value-texts.ts";
import type { TableName } from "../tables.ts";

/** How a column of a discovered object comes from its staged row `s`; `update` is absent where a load never changes it. */
export interface LoadedColumn {
  readonly name: string;
  readonly insert: string;
  /** A new value, or null where the column keeps its own, or gets null. */
  readonly update?: string;
  /** Null is a value of the column, too. */
  readonly mayBeNull?: true;
}

/** Where the objects of one type are kept. */
export interface LoadedKind {
  readonly type: DiscoveredType;
  readonly table: "accounts" | "groups";
  readonly attributes: "accountAttributes" | "groupAttributes";
  /** The column of everything that belongs to the object. */
  readonly owner: "accountKey" | "groupKey";
  /** What goes with an object: table, and its column that refers to it. */
  readonly dependants: readonly (readonly [table: TableName, column: string])[];
  /** What outlives an object: its column that refers to it, and expressions over the row `t` that say what becomes of it. */
  readonly outlivers?: {
    readonly table: TableName;
    readonly column: string;
    readonly columns: Readonly<Record<string, string>>;
  };
  readonly columns: readonly LoadedColumn[];
}

const name = (column: string): LoadedColumn => ({ name: column, insert: "s.`name`", update: "s.`name`" });
/** A state that the target does not tell is not known, whatever it was before. */
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

/** The kinds of objects that are loaded, in the order of loading. */
export function loadedKinds(groupsBecomeManaged: boolean): readonly LoadedKind[] {
  return [
    {
      type: "account",
      table: "accounts",
      attributes: "accountAttributes",
      owner: valueOwners.accountAttributes,
      dependants: [
        ["accountAttributes", "accountKey"],
        ["groupMemberships", "accountKey"],
        ["passwordHistories", "accountKey"],
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
        groupsBecomeManaged ? { name: "managed", insert: "1", update: "1" } : constant("managed", "0"),
        constant("membersHidden", "0"),
        constant("phaseInheritance", "'add'"),
        hash,
      ],
    },
  ];
}
