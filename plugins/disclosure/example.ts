import type { Plugin } from "#plugins/contract/index.ts";

/** What it is asked for. */
export const kind = "disclosure";

/** Lets the name of the account and the password be copied together. */
export const run: Plugin<"disclosure"> = ({ password, account }) => ({
  how: "copy",
  content: password.use((plaintext) => `${account.id}\t${plaintext}`),
});
