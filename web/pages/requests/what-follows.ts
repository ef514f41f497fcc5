import type { RequestOperation } from "../../api/model.ts";

type Asked = Pick<RequestOperation, "key" | "roleKey" | "targetSystemKey">;

/** An operation of a request with those that follow from it. */
export interface WithWhatFollows<Operation> {
  readonly operation: Operation;
  readonly following: readonly Operation[];
}

/**
 * Puts the operations of a request below the one about the role from which they follow; all others stand for themselves, also those through
 * a role that the request does not ask for.
 */
export function withWhatFollows<Operation extends Asked>(
  operations: readonly Operation[],
): readonly WithWhatFollows<Operation>[] {
  const isAbout = ({ roleKey, targetSystemKey }: Asked) => roleKey !== null && targetSystemKey === null;
  const leading = new Map(operations.filter(isAbout).map((one) => [one.roleKey, one]));
  const leads = (operation: Operation) => {
    const found = leading.get(operation.roleKey);
    return found === undefined || found === operation || isAbout(operation) ? undefined : found;
  };
  return operations
    .filter((operation) => leads(operation) === undefined)
    .map((operation) => ({ operation, following: operations.filter((one) => leads(one) === operation) }));
}
