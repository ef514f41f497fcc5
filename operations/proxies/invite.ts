import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { enrolmentTokenMinutes } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { proxyIdPattern } from "#domain/proxies/proxy-call.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { requirePolicy } from "../kernel/require-policy.ts";
import { ledThrough } from "../secret-ways/led-elsewhere.ts";
import { tellSecretWay } from "../secret-ways/tell-secret-way.ts";
import { entrustPolicy, hasEnrolled, servedBy } from "./engine/entrusted.ts";
import { sha256 } from "./engine/signatures.ts";

const minuteMs = 60_000;

/** Schema of a proxy's ID. */
export const proxyIdSchema = z
  .string()
  .regex(
    proxyIdPattern,
    "must be 1 to 63 letters, digits, dots, dashes or underscores, and begin with a letter or digit",
  );

/** Invitation of a proxy. The token is shown only once; only its hash is stored. */
export interface Invitation {
  readonly proxyId: string;
  readonly token: string;
  readonly expiresAt: number;
}

/**
 * Makes the one-time token with which a proxy enrolls. An enrolled proxy is invited again only with `replace`; its old keys stay valid
 * until the new ones arrive. The enrolled proxy gets all data that goes through it. So a proxy that target systems use, or that has ever
 * enrolled, needs a further policy, and the persons responsible for these secrets are notified.
 * @throws PROXY_EXISTS, FORBIDDEN
 */
export const inviteProxy = defineOperation({
  name: "proxies.invite",
  input: z.strictObject({ id: proxyIdSchema, replace: z.boolean().default(false) }),
  policies: [{ name: policyOf.action("proxyServers/invite") }],
  callers: ["user", "engine"],
  audit: { operation: "PXIN", describe: ({ id }) => ({ ident: id }) },
  async run(context, { id, replace }): Promise<Invitation> {
    const { store, clock, ids, caller } = context;
    const known = await store.get("proxyServers", id);
    if (known?.status === "enrolled" && !replace) throw new ServiceError("PROXY_EXISTS", { target: "id" });
    const served = await servedBy(context, id);
    if (hasEnrolled(known) || served.length > 0) {
      await requirePolicy(context, entrustPolicy(id));
      const { policyIds } = await ledThrough(context, served);
      await tellSecretWay(context, { change: "proxyInvited", subjectId: id, policyIds });
    }
    const token = ids.token();
    const expiresAt = clock.now() + enrolmentTokenMinutes * minuteMs;
    await store.save("proxyServers", {
      id,
      enrolmentTokenHash: sha256(token),
      enrolmentExpiresAt: expiresAt,
      invitedByKey: caller.kind === "user" ? caller.key : null,
      ...(known ? {} : { status: "invited", connectors: [] }),
    });
    return { proxyId: id, token, expiresAt };
  },
});
