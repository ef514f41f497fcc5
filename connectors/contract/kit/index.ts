/** The contract kit: every rule of the contract by its name, for the tests of a connector. */
export { testConnector } from "./command.ts";
export type { WriteLine } from "./tap.ts";
export { describeConnector } from "./describe-connector.ts";
export type { TestRunner } from "./describe-connector.ts";
export { tcpLine } from "./line.ts";
export type { KitLine } from "./line.ts";
export type { KitResult, KitRule } from "./rule.ts";
export { kitRules } from "./rules.ts";
export { runKit } from "./run-kit.ts";
export type { KitSamples, KitTarget, StartTarget } from "./target.ts";
