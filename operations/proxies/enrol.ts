import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { enrolmentTokenMaxCharacters } from "#domain/report-limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { ledThrough } from "../secret-ways/led-elsewhere.ts";
import { tellSecretWay } from "../secret-ways/tell-secret-way.ts";
import { hasEnrolled, servedBy } from "./engine/entrusted.ts";
import { sameHash, sealingKeySchema, sha256, signingKeySchema } from "./engine/signatures.ts";
import { proxyIdSchema } from "./invite.ts";

/**
 * Stores the keys of a proxy that shows its one-time token. The token is then used up, except that the same proxy may repeat the call with
 * the same keys, because its answer may have been lost. If it gets secrets from now on that another proxy had before, the persons
 * responsible for them are notified of the inviter.
 * @throws PROXY_TOKEN_INVALID
 */
export const enrolProxy = defineOperation({
  name: "proxies.enrol",
  input: z.strictObject({
    proxyId: proxyIdSchema,
    token: z.string().min(1).max(enrolmentTokenMaxCharacters),
    signingKey: signingKeySchema,
    sealingKey: sealingKeySchema,
  }),
  callers: ["anonymous"],
  audit: {
    operation: "PXEN",
    named: ({ proxyId }) => ({ table: "proxyServers", name: proxyId }),
    describe: ({ proxyId }) => ({ ident: proxyId }),
  },
  async run(context, { proxyId, token, signingKey, sealingKey }): Promise<{ proxyId: string }> {
    const { store, clock } = context;
    const proxy = await store.get("proxyServers", proxyId);
    if (!proxy || !holds(proxy, token, clock.now())) throw new ServiceError("PROXY_TOKEN_INVALID", { detail: proxyId });
    const used = proxy.enrolmentTokenHash?.startsWith(usedMark) ?? false;
    if (used && proxy.signingKey?.x !== signingKey.x)
      throw new ServiceError("PROXY_TOKEN_INVALID", { detail: proxyId });
    if (!used) await tellEnrolled(context, proxy);
    await store.save("proxyServers", {
      id: proxyId,
      status: "enrolled",
      signingKey,
      sealingKey,
      enrolmentTokenHash: usedMark + sha256(token),
    });
    return { proxyId };
  },
});

async function tellEnrolled(context: CallContext, proxy: Row<"proxyServers">): Promise<void> {
  const { id, invitedByKey } = proxy;
  if (invitedByKey === null) return;
  const served = await servedBy(context, id);
  if (!hasEnrolled(proxy) && served.length === 0) return;
  const { policyIds } = await ledThrough(context, served);
  await tellSecretWay(context, { change: "proxyEnrolled", subjectId: id, policyIds, changerKey: invitedByKey });
}

const usedMark = "used:";

function holds(proxy: Row<"proxyServers">, token: string, now: number): boolean {
  const { enrolmentTokenHash, enrolmentExpiresAt } = proxy;
  if (enrolmentTokenHash === null || enrolmentExpiresAt === null || enrolmentExpiresAt <= now) return false;
  return sameHash(enrolmentTokenHash.replace(usedMark, ""), sha256(token));
}
