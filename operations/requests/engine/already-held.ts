import type { Capability } from "#connectors/contract/index.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { CodedOperation } from "../../kernel/inputs/operation-input.ts";

type Store = Pick<CallContext["store"], "count">;
type Held = (store: Store, recipientKey: string, operation: GivenObjects) => Promise<number>;
type GivenObjects = Pick<CodedOperation, "targetSystemKey" | "accountKey" | "groupKey">;

/** An operation of a request with its number. */
interface NumberedOperation extends GivenObjects, Pick<CodedOperation, "code"> {
  readonly sequence: number;
}

/** Numbers of rows that show that a recipient has what a function of a connector gives. */
const heldBy: { readonly [C in Capability]?: Held } = {
  // An indirect member may want to become a direct one.
  addMember: async (store, _recipientKey, { groupKey, accountKey }) =>
    groupKey && accountKey ? store.count("groupMemberships", { groupKey, accountKey, throughGroup: null }) : 0,
  addOwner: async (store, userKey, { groupKey }) => (groupKey ? store.count("groupOwners", { groupKey, userKey }) : 0),
};

const accountsHeld: Held = async (store, userKey, { targetSystemKey }) =>
  targetSystemKey ? store.count("accounts", { userKey, targetSystemKey }) : 0;

/**
 * Returns the numbers of the operations that give what the recipient has already, as far as the service knows. They are no fault: what is on
 * record may be older than the target, and more time may be wanted for the same access.
 */
export async function heldOperations(
  { store }: { readonly store: Store },
  recipientKey: string,
  operations: readonly NumberedOperation[],
): Promise<readonly number[]> {
  const held: number[] = [];
  for (const operation of operations) {
    const { creates, capability } = definitionOf(operation.code);
    const look = creates === "account" ? accountsHeld : capability === null ? undefined : heldBy[capability];
    if (look !== undefined && (await look(store, recipientKey, operation)) > 0) held.push(operation.sequence);
  }
  return held;
}
