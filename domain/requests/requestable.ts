import { connectorOperationCodes, definitionOf, type OperationCode } from "./operation-codes.ts";
import type { PhaseResourceType } from "./phase-resources.ts";

/** The types of resources that can be asked for by themselves, in the order in which they are put together. */
export const requestableTypes = ["targetSystem", "managedGroup"] as const satisfies readonly PhaseResourceType[];

/** The type of a resource that can be asked for; later versions know more. */
export type RequestableType = (typeof requestableTypes)[number];

/** The codes by which something is asked for that concerns a resource of this type: a group where they name one that is there. */
export function codesFor(type: RequestableType): readonly OperationCode[] {
  return connectorOperationCodes.filter((code) => (definitionOf(code).group !== "none") === (type === "managedGroup"));
}
