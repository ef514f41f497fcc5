import { AsyncLocalStorage } from "node:async_hooks";

import { ModuleName } from "#domain/module-name.ts";

/** Origin of the rows that are written now. */
interface Writing {
  readonly module: ModuleName;
  /** Operation that writes; undefined outside of operations. */
  readonly operation: string | undefined;
}

const scope = new AsyncLocalStorage<Writing>();

/** Runs a function whose rows carry this module as their last writer. */
export function withModule<T>(module: ModuleName, run: () => T): T {
  return scope.run({ module, operation: currentOperation() }, run);
}

/** Runs an operation, whose rows carry this module as their last writer. */
export function withOperation<T>(operation: string, module: ModuleName, run: () => T): T {
  return scope.run({ module, operation }, run);
}

/** Returns the module that writes now; `load` by default. */
export function currentModule(): ModuleName {
  return scope.getStore()?.module ?? ModuleName.Load;
}

/** Returns the name of the operation that writes now; undefined outside of operations. */
export function currentOperation(): string | undefined {
  return scope.getStore()?.operation;
}
