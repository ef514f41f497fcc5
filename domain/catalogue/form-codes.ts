import type { Capability } from "#connectors/contract/index.ts";

import { accessKindOf, definitionOf, familyOf, type OperationCode } from "../requests/operation-codes.ts";
import type { ItemResource } from "./catalogue-details.ts";

const joining: readonly (Capability | null)[] = ["addMember", "addOwner"];

/** Returns true if operations of a code give the item to their recipient, so that they fill in its form. */
export function givesItem(code: OperationCode): boolean {
  const { creates, capability } = definitionOf(code);
  return creates === "account" || joining.includes(capability) || isMembershipOfRole(code);
}

const isMembershipOfRole = (code: OperationCode) =>
  familyOf(code).leads === true && definitionOf(code).end !== undefined;

/** Fields of an operation that say which item it is about. */
interface AboutItem {
  readonly code: OperationCode;
  readonly targetSystemKey?: string | null | undefined;
  readonly groupKey?: string | null | undefined;
  readonly roleKey?: string | null | undefined;
}

/** Returns the item that an operation gives; undefined if it gives none, or a group that its request creates. */
export function itemGivenBy(operation: AboutItem): ItemResource | undefined {
  return givesItem(operation.code) ? itemNamedBy(operation) : undefined;
}

/** Returns the item of the access that an operation gives or prolongs; undefined if it does neither, or for a group that its request creates. */
export function itemOfAccess(operation: AboutItem): ItemResource | undefined {
  const { code } = operation;
  return accessKindOf(code) === undefined && !isMembershipOfRole(code) ? undefined : itemNamedBy(operation);
}

function itemNamedBy({ code, targetSystemKey, groupKey, roleKey }: AboutItem): ItemResource | undefined {
  if (isMembershipOfRole(code)) return roleKey ? { resourceType: "role", resourceKey: roleKey } : undefined;
  if (definitionOf(code).group === "none")
    return targetSystemKey ? { resourceType: "targetSystem", resourceKey: targetSystemKey } : undefined;
  return groupKey ? { resourceType: "managedGroup", resourceKey: groupKey } : undefined;
}
