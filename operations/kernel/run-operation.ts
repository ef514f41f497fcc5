import type { Caller, ServiceContext } from "./context.ts";
import type { Operation } from "./define-operation.ts";
import { invoke } from "./invoke.ts";

/** Function that runs an operation for a known caller. */
export type RunOperation = <Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  input: unknown,
) => Promise<Output>;

/** Returns what runs operations for a caller. */
export function runFor(service: ServiceContext, caller: Caller): RunOperation {
  return (operation, input) => invoke(operation, service, caller, input);
}
