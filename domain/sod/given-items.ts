import { definitionOf, type OperationCode } from "../requests/operation-codes.ts";
import type { SodItem } from "./sod-rule.ts";

/** Operation of a request, as far as it says what access it gives. */
export interface GivingOperation {
  readonly code: OperationCode;
  readonly targetSystemKey?: string | null | undefined;
  readonly groupKey?: string | null | undefined;
  readonly roleKey?: string | null | undefined;
}

/**
 * Returns the access that an operation gives and that a rule can name: an account, a membership, or a role. What removes, keeps or prolongs
 * access gives none, and neither does the ownership of a group, which is no membership.
 */
export function givenItems(operation: GivingOperation): readonly SodItem[] {
  const { gives, givesRole } = definitionOf(operation.code);
  const { targetSystemKey, groupKey, roleKey } = operation;
  if (gives === "account" && targetSystemKey) return [{ itemType: "targetSystem", itemKey: targetSystemKey }];
  if (gives === "membership" && groupKey) return [{ itemType: "managedGroup", itemKey: groupKey }];
  return givesRole === true && roleKey ? [{ itemType: "role", itemKey: roleKey }] : [];
}
