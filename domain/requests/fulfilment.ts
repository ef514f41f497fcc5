import { definitionOf, familyOf, type OperationCode } from "./operation-codes.ts";

/** Ways in which operations on a target system or a group are performed: by its connector, by its implementers, or not at all. */
export const fulfilments = ["connector", "implementer", "none"] as const;

/** Way in which operations on a target system or a group are performed. */
export type Fulfilment = (typeof fulfilments)[number];

/** Confirmations of completed tasks: by the word of the implementer, or by the next discovery of the target system. */
export const confirmations = ["person", "discovery"] as const;

/** Resource whose operations are performed in some way, as far as its row says; null for that of the target system. */
interface Fulfilled<F extends Fulfilment | null> {
  readonly fulfilment: F;
}

/** Objects of an operation. */
export interface FulfilledObjects {
  readonly code: OperationCode;
  readonly target: Fulfilled<Fulfilment>;
  /** Group that the operation names, if any. */
  readonly group: Fulfilled<Fulfilment | null> | undefined;
}

/**
 * Returns the way in which an operation is performed: that of its group, or else of its target system. What implementers cannot do, such as
 * a discovery or a change of a password, is always for the connector.
 */
export function fulfilmentOf({ code, target, group }: FulfilledObjects): Fulfilment {
  return isForPeople(code) ? (group?.fulfilment ?? target.fulfilment) : "connector";
}

/** Reports whether implementers can perform an operation. */
function isForPeople(code: OperationCode): boolean {
  return familyOf(code).byPeople === true && definitionOf(code).direct !== true;
}
