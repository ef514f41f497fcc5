import type { Plugin } from "#plugins/contract/index.ts";

/** Lets the user copy the password without showing it. */
export const run: Plugin<"disclosure"> = ({ password }) => ({ how: "copy", content: password });
