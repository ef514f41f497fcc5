import type { Plugin } from "#plugins/contract/index.ts";

/** Shows the password. */
export const run: Plugin<"disclosure"> = ({ password }) => ({ how: "display", content: password });
