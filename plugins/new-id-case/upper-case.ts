import type { Plugin } from "#plugins/contract/index.ts";

/** Writes new IDs in upper case. */
export const run: Plugin<"newIdCase"> = ({ id }) => ({ id: id.toUpperCase() });
