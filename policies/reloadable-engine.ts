import type { PolicyEngine } from "./engine.ts";

/** Engine whose policies can be exchanged while calls run. */
export interface ReloadableEngine extends PolicyEngine {
  /** Takes another engine's policies, all at once; a call that has called `current()` keeps its snapshot. */
  replace(engine: PolicyEngine): void;
}

/** Makes an engine that passes every question to the one it was given last. */
export function createReloadableEngine(first: PolicyEngine): ReloadableEngine {
  let engine = first.current();
  return {
    get version() {
      return engine.version;
    },
    decide: (name, question) => engine.decide(name, question),
    rowPredicate: (name, principal) => engine.rowPredicate(name, principal),
    has: (name) => engine.has(name),
    readsProfile: (name) => engine.readsProfile(name),
    ruledByRows: (name) => engine.ruledByRows(name),
    fault: (name) => engine.fault(name),
    explain: (name, question) => engine.explain(name, question),
    current: () => engine,
    replace(next) {
      engine = next.current();
    },
  };
}
