import { type AccountRequest, type Call, ConnectorError, type OperationsPart } from "#connectors/contract/index.ts";

import { apply, change } from "./change.ts";
import { endpointOf, requireResource } from "./objects.ts";
import type { ScimSession } from "./session.ts";

/** The operations on passwords and on the states of accounts. */
export const passwordOperations = {
  /**
   * Sets a password as administrator.
   * @throws strength with the service's own words, notSupported for a password to be changed at the next login
   */
  async resetPassword(session, { account, password, mustChange }, call) {
    if (mustChange)
      throw new ConnectorError("notSupported", "SCIM cannot make the owner change the password at the next login.");
    const endpoint = await endpointOf(session, "account", call);
    const before = await requireResource(endpoint, account);
    await strengthOf(
      password.use((plaintext) =>
        apply(endpoint, before, {
          steps: [{ op: "replace", path: "password", value: plaintext }],
          after: { ...before, password: plaintext },
        }),
      ),
      "onlyPassword",
    );
  },
  /** Opens an account; an open one is success. */
  enable: setting(true),
  /** Stops an account; a stopped one is success. */
  disable: setting(false),
} satisfies OperationsPart<ScimSession>;

function setting(active: boolean) {
  return async (session: ScimSession, { account }: AccountRequest, call: Call): Promise<void> => {
    const endpoint = await endpointOf(session, "account", call);
    await change(endpoint, await requireResource(endpoint, account), [{ attr: "active", replace: [active] }]);
  };
}

/**
 * Waits for a call that sets a password.
 * @throws strength for a refused value, when the call sets nothing else or the words are about the password
 */
export async function strengthOf<T>(
  call: Promise<T>,
  content: "onlyPassword" | "wholeObject" = "wholeObject",
): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ConnectorError) || !/^(400|422)( invalidValue)?$/.test(error.targetCode ?? "")) throw error;
    if (content === "wholeObject" && !/password/i.test(error.message)) throw error;
    throw new ConnectorError("strength", error.message, {
      ...(error.targetCode !== undefined && { targetCode: error.targetCode }),
      cause: error,
    });
  }
}
