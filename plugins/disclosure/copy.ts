import type { Plugin } from "#plugins/contract/index.ts";

/** Lets the password be copied without being shown. */
export const run: Plugin<"disclosure"> = ({ password }) => ({ how: "copy", content: password });
