import type { Plugin } from "#plugins/contract/index.ts";

/** Kind of this plug-in. */
export const kind = "dependant";

/** Accepts every named service. A real plug-in would write the password where the service reads it, and sign in with it as the test. */
export const run: Plugin<"dependant"> = ({ act, account, setting }, services) => {
  if (setting === null) return { result: "refused", message: "say by the setting which service it is" };
  services.log(`${act} ${setting}: the password of ${account.id}`);
  return { result: "done" };
};
