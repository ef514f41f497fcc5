/** The contract kit of plug-ins, for the tests of an author. */
export { describePlugin } from "./describe-plugin.ts";
export type { DescribedPlugin } from "./describe-plugin.ts";
