import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { hostNameMaxCharacters } from "#domain/managed-host-limits.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { filledText } from "../kernel/text-input.ts";
import { newInvitation } from "../proxies/engine/keyed-callers.ts";
import { shutOut } from "./engine/shut-out.ts";

/** Invitation of a managed host. The token is shown only once; only its hash is stored. */
export interface HostInvitation {
  readonly hostKey: string;
  readonly token: string;
  readonly expiresAt: number;
}

/**
 * Makes the one-time token with which the host of a managed account enrolls. A host already enrolled for the account is revoked when the
 * new one's keys arrive.
 * @throws NOT_FOUND, MANAGED_ACCOUNT_UNFIT
 */
export const inviteManagedHost = defineOperation({
  name: "managedHosts.invite",
  input: z.strictObject({ managedAccountKey: keyInput, name: filledText(hostNameMaxCharacters) }),
  callers: ["engine"],
  audit: {
    operation: "MHIN",
    describe: ({ managedAccountKey, name }, invitation?: HostInvitation) => ({
      ident: invitation?.hostKey ?? null,
      message: `${name} for ${managedAccountKey}`,
    }),
  },
  async run({ store, clock, ids, caller }, { managedAccountKey, name }): Promise<HostInvitation> {
    const account = await store.lock("managedAccounts", managedAccountKey);
    if (account === undefined) throw new ServiceError("NOT_FOUND", { target: "managedAccountKey" });
    const policy = await store.get("managedSystemPolicies", account.policyId);
    if (policy?.mode !== "pull") {
      const message = `Its policy '${account.policyId}' has the mode ${policy?.mode ?? "vault"}: only under the mode pull does a host ask for its password.`;
      throw new ServiceError("MANAGED_ACCOUNT_UNFIT", { target: "managedAccountKey", message });
    }
    const { token, expiresAt, columns } = newInvitation({ clock, ids });
    const { key: hostKey } = await store.add("managedHosts", {
      key: ids.guid(),
      managedAccountKey,
      name,
      invitedAt: clock.now(),
      invitedBy: caller.id,
      ...columns,
    });
    return { hostKey, token, expiresAt };
  },
});

/**
 * Revokes a managed host forever: its calls are refused from now on, and it gets no more passwords. It still knows the passwords that it
 * got, so the account should get another one.
 * @throws NOT_FOUND
 */
export const revokeManagedHost = defineOperation({
  name: "managedHosts.revoke",
  input: z.strictObject({ key: keyInput }),
  callers: ["engine"],
  audit: { operation: "MHRV", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }) {
    const host = await context.store.lock("managedHosts", key);
    if (host === undefined) {
      const message = "There is no managed host with this key. 'gatehouse managed host list' shows all.";
      throw new ServiceError("NOT_FOUND", { target: "key", message });
    }
    return shutOut(context, host);
  },
});
