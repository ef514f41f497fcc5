import { decidedBy, type ImportObjectType, importObjectTypes } from "#domain/discovery/import-rules.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { always, eq, never } from "#domain/query/condition.ts";
import type { TableName } from "#store/tables.ts";

import type { UsableRule } from "./compile-import-rules.ts";

/** A rule with the objects that it decides about. */
export interface DecidingRule extends UsableRule {
  readonly decides: Expression;
}

/** Tables of the objects of rules. */
export const importTables = {
  managedSystem: "targetSystems",
  managedAccount: "accounts",
} as const satisfies Record<ImportObjectType, TableName>;

const targetColumns: Readonly<Record<ImportObjectType, string>> = {
  managedSystem: "id",
  managedAccount: "targetSystemKey",
};

/** Returns the rules with their objects, systems before accounts; limited to one target system if it is named. */
export function decidingRules(rules: readonly UsableRule[], targetSystemKey: string | null): readonly DecidingRule[] {
  return importObjectTypes.flatMap((objectType) => {
    const own = rules.filter(({ row }) => row.objectType === objectType);
    const scope = targetSystemKey === null ? always : eq(targetColumns[objectType], targetSystemKey);
    const decides = decidedBy(
      own.map(({ rule }) => rule),
      scope,
    );
    return own.map((one, index) => ({ ...one, decides: decides[index] ?? never }));
  });
}
