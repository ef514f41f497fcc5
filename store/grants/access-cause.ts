import { AsyncLocalStorage } from "node:async_hooks";

import { type AccessCause, directWrite } from "#domain/access/grant-reasons.ts";

const scope = new AsyncLocalStorage<AccessCause>();

/** Runs a function; what it gives and ends of access is recorded with this cause. */
export function withAccessCause<T>(cause: AccessCause, run: () => T): T {
  return scope.run(cause, run);
}

/** Returns the cause of the changes of access now; a direct write by default. */
export function accessCause(otherwise = directWrite): AccessCause {
  return scope.getStore() ?? otherwise;
}
