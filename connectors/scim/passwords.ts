import { type AccountRequest, type Call, ConnectorError, type OperationsPart } from "#connectors/contract/index.ts";

import { apply, change } from "./change.ts";
import { endpointOf } from "./endpoint.ts";
import { booleanOf, member, type ScimResource } from "./json.ts";
import { findResource, requireId, requireResource } from "./objects.ts";
import { untilShown } from "./patience.ts";
import type { ScimSession } from "./session.ts";

/** Operations on passwords and on the states of accounts. */
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
  /** Enables an account; succeeds if it is enabled. */
  enable: setting(true),
  /** Disables an account; succeeds if it is disabled. */
  disable: setting(false),
} satisfies OperationsPart<ScimSession>;

// The result is verified: a service that accepts the change without effect would leave a disabled account open.
function setting(active: boolean) {
  return async (session: ScimSession, { account }: AccountRequest, call: Call): Promise<void> => {
    const endpoint = await endpointOf(session, "account", call);
    const before = await requireResource(endpoint, account);
    const { shown } = await change(endpoint, before, [{ attr: "active", replace: [active] }]);
    if (isActive(before) === active || isActive(shown) === active) return;
    const ref = { id: requireId(endpoint, before), name: account.name };
    const now = await untilShown(
      call.signal,
      () => findResource(endpoint, ref),
      (found) => isActive(found) !== !active,
    );
    if (isActive(now) === !active)
      throw new ConnectorError(
        "policy",
        `The service answers with success, and "${account.name}" is still ${active ? "inactive" : "active"}.`,
      );
  };
}

const isActive = (resource: ScimResource | undefined): boolean | undefined => booleanOf(member(resource, "active"));

/**
 * Awaits a call that sets a password.
 * @throws strength for a refused value, if the call sets nothing else or the message is about the password
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
