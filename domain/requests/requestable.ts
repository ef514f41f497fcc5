import { connectorOperationCodes, definitionOf, type OperationCode } from "./operation-codes.ts";
import type { PhaseResourceType } from "./phase-resources.ts";

/** Types of resources that can be requested by themselves, in the order in which they are put together. */
export const requestableTypes = [
  "targetSystem",
  "managedGroup",
  "template",
  "role",
] as const satisfies readonly PhaseResourceType[];

/** Type of a resource that can be requested; later versions know more. */
export type RequestableType = (typeof requestableTypes)[number];

/**
 * Returns the codes of operations on a resource of this type: those that name a group concern a managed group, all others a target
 * system. Templates and roles have codes of their own.
 */
export function codesFor(type: Exclude<RequestableType, "template" | "role">): readonly OperationCode[] {
  return connectorOperationCodes.filter((code) => (definitionOf(code).group !== "none") === (type === "managedGroup"));
}
