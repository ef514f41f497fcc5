import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { enrolmentTokenMinutes } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { proxyIdPattern } from "#domain/proxies/proxy-call.ts";

import { defineOperation } from "../define-operation.ts";
import { sha256 } from "./engine/signatures.ts";

const minuteMs = 60_000;

/** The id of a proxy as callers give it. */
export const proxyIdSchema = z
  .string()
  .regex(
    proxyIdPattern,
    "must be 1 to 63 letters, digits, dots, dashes or underscores, and begin with a letter or digit",
  );

/** What an invitation says; the token is shown this once, only its hash is kept. */
export interface Invitation {
  readonly proxyId: string;
  readonly token: string;
  readonly expiresAt: number;
}

/**
 * Makes the one-time token with which a proxy enrols. An enrolled proxy is invited again only with `replace`; its old
 * keys stay good until the new ones arrive.
 * @throws PROXY_EXISTS
 */
export const inviteProxy = defineOperation({
  name: "proxies.invite",
  input: z.strictObject({ id: proxyIdSchema, replace: z.boolean().default(false) }),
  policies: [{ name: policyOf.action("proxyServers/invite") }],
  callers: ["user", "engine"],
  audit: { operation: "PXIN", describe: ({ id }) => ({ ident: id }) },
  async run({ store, clock, ids }, { id, replace }): Promise<Invitation> {
    const known = await store.get("proxyServers", id);
    if (known?.status === "enrolled" && !replace) throw new ServiceError("PROXY_EXISTS", { target: "id" });
    const token = ids.token();
    const expiresAt = clock.now() + enrolmentTokenMinutes * minuteMs;
    await store.save("proxyServers", {
      id,
      enrolmentTokenHash: sha256(token),
      enrolmentExpiresAt: expiresAt,
      ...(known ? {} : { status: "invited", connectors: [] }),
    });
    return { proxyId: id, token, expiresAt };
  },
});
