import type { OperationCode } from "./operation-codes.ts";

/** Membership that an attribute changes, as the operation that would change it. */
export interface ChangedMembership {
  readonly code: OperationCode;
  readonly groupKey: string;
}

/** Memberships of the object of an operation that its attributes write. */
export interface WrittenMemberships {
  readonly changes: readonly ChangedMembership[];
  /** Keys of groups that the attributes name and of which the account is a member already. */
  readonly keeps: readonly string[];
}

interface Writing {
  readonly code: OperationCode;
  readonly groupKey?: string | null | undefined;
  readonly memberships?: WrittenMemberships | null | undefined;
}

/**
 * Returns operations, each followed by those that its attributes amount to. Authorizers, rules and risks follow from both, so that a
 * membership asks the same people in whichever form it is requested.
 */
export function withMemberships<T extends Writing>(operations: readonly T[]): readonly T[] {
  return operations.flatMap((operation) => [operation, ...membershipOperations(operation)]);
}

/** Returns the operations that the attributes of an operation amount to. */
export function membershipOperations<T extends Writing>(operation: T): readonly T[] {
  const changes = operation.memberships?.changes ?? [];
  return changes.map(({ code, groupKey }) => ({ ...operation, code, groupKey, memberships: null }));
}
