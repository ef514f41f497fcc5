import { AsyncLocalStorage } from "node:async_hooks";

import { ModuleName } from "#domain/module-name.ts";

/** On whose behalf rows are written. */
interface Writing {
  readonly module: ModuleName;
  /** The operation that writes; undefined outside of every one. */
  readonly operation: string | undefined;
}

const scope = new AsyncLocalStorage<Writing>();

/** Runs a piece of work whose rows carry this module as their last writer. */
export function withModule<T>(module: ModuleName, run: () => T): T {
  return scope.run({ module, operation: currentOperation() }, run);
}

/** Runs an operation, whose rows carry this module as their last writer. */
export function withOperation<T>(operation: string, module: ModuleName, run: () => T): T {
  return scope.run({ module, operation }, run);
}

/** The module that writes now; `load` where nothing else was said. */
export function currentModule(): ModuleName {
  return scope.getStore()?.module ?? ModuleName.Load;
}

/** The name of the operation that writes now; undefined outside of every one. */
export function currentOperation(): string | undefined {
  return scope.getStore()?.operation;
}
