import type { Plugin } from "#plugins/contract/index.ts";

/** What it is asked for. */
export const kind = "dependant";

/** Knows services by their names; a real one would write the password where the service reads it, and sign in with it as the test. */
export const run: Plugin<"dependant"> = ({ act, account, setting }, services) => {
  if (setting === null) return { result: "refused", message: "say by the setting which service it is" };
  services.log(`${act} ${setting}: the password of ${account.id}`);
  return { result: "done" };
};
