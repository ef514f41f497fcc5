import type { Plugin } from "#plugins/contract/index.ts";

/** Kind of this plug-in. */
export const kind = "disclosure";

/** Lets the user copy the name of the account and the password together. */
export const run: Plugin<"disclosure"> = ({ password, account }) => ({
  how: "copy",
  content: password.use((plaintext) => `${account.id}\t${plaintext}`),
});
