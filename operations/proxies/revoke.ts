import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";

/** A revoked proxy. */
export interface RevokedProxy {
  readonly id: string;
  readonly status: string;
}

/**
 * Revokes a proxy: its keys and an open invitation are deleted, so its calls are refused from now on and it gets no more secrets. It still
 * knows the secrets that it got. It may be invited again.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const revokeProxy = defineOperation({
  name: "proxies.revoke",
  input: z.strictObject({ key: z.string() }),
  policies: [{ name: policyOf.get("proxyServers"), rows: true }, { name: policyOf.action("proxyServers/revoke") }],
  callers: ["user"],
  audit: { operation: "PXRV", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }): Promise<RevokedProxy> {
    const { id } = await visibleRow(context, { table: "proxyServers", policy: policyOf.get("proxyServers"), key });
    const status = "revoked";
    await context.store.save("proxyServers", {
      id,
      status,
      signingKey: null,
      sealingKey: null,
      enrolmentTokenHash: null,
      enrolmentExpiresAt: null,
      instances: [],
    });
    return { id, status };
  },
});
