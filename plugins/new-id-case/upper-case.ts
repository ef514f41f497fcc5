import type { Plugin } from "#plugins/contract/index.ts";

/** Writes new ids in capital letters. */
export const run: Plugin<"newIdCase"> = ({ id }) => ({ id: id.toUpperCase() });
