import { AsyncLocalStorage } from "node:async_hooks";

import { ModuleName } from "#domain/module-name.ts";

const scope = new AsyncLocalStorage<ModuleName>();

/** Runs a piece of work whose rows carry this module as their last writer. */
export function withModule<T>(module: ModuleName, run: () => T): T {
  return scope.run(module, run);
}

/** The module that writes now; `load` where nothing else was said. */
export function currentModule(): ModuleName {
  return scope.getStore() ?? ModuleName.Load;
}
