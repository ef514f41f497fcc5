import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";
import { enrolmentTokenMaxCharacters } from "#domain/report-limits.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { enrolmentBy } from "../proxies/engine/keyed-callers.ts";
import { sealingKeySchema, signingKeySchema } from "../proxies/engine/signatures.ts";
import { shutOut } from "./engine/shut-out.ts";

/**
 * Stores the keys of a managed host that shows its one-time token. The token is then used up, except that the same host may repeat the call
 * with the same keys, because its answer may have been lost. Another host of the same account is revoked. An account without a password in
 * the vault gets its first one at the next call.
 * @throws PROXY_TOKEN_INVALID
 */
export const enrolManagedHost = defineOperation({
  name: "managedHosts.enrol",
  input: z.strictObject({
    hostKey: keyInput,
    token: z.string().min(1).max(enrolmentTokenMaxCharacters),
    signingKey: signingKeySchema,
    sealingKey: sealingKeySchema,
  }),
  callers: ["anonymous"],
  audit: {
    operation: "MHEN",
    named: ({ hostKey }) => ({ table: "managedHosts", name: hostKey }),
    describe: ({ hostKey }) => ({ ident: hostKey }),
  },
  async run(context, { hostKey, token, signingKey, sealingKey }): Promise<{ hostKey: string }> {
    const { store, clock } = context;
    const host = await store.lock("managedHosts", hostKey);
    const by = host && enrolmentBy(host, { token, signingKey, now: clock.now() });
    if (host === undefined || by === "refused") throw new ServiceError("PROXY_TOKEN_INVALID", { detail: hostKey });
    await store.save("managedHosts", { key: hostKey, status: "enrolled", signingKey, sealingKey });
    if (by === "repeat") return { hostKey };
    const { managedAccountKey } = host;
    const others = allOf(eq("managedAccountKey", managedAccountKey), eq("status", "enrolled"), ne("key", hostKey));
    for (const other of await store.select("managedHosts", { where: others })) await shutOut(context, other);
    await planFirst(context, managedAccountKey);
    return { hostKey };
  },
});

/** Schedules the first password of an account without one, as soon as its policy allows. */
async function planFirst({ store, clock }: CallContext, key: string): Promise<void> {
  if ((await store.count("vaultEntries", { managedAccountKey: key })) > 0) return;
  await store.save("managedAccounts", { key, nextRandomized: clock.now() });
}
