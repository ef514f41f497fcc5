import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { hostWorker } from "#domain/managed-hosts/host-call.ts";
import { sourcedKey } from "#domain/requests/order-source.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { outcomeSchema } from "../proxies/engine/outcome-schema.ts";
import { allSignedBy } from "../proxies/engine/record-outcomes.ts";
import { signatureSchema } from "../proxies/engine/signatures.ts";
import { endIfDone } from "../runs/engine/run-life.ts";
import { callingHost } from "../vault/engine/host-rows.ts";
import { vaultSource } from "../vault/engine/order-step.ts";
import { vaultOrders } from "../vault/engine/vault-orders.ts";

/**
 * Records the outcome that a managed host reports for its order. It must be signed by the host over order, send number and outcome, and
 * must answer the latest hand-out to it. The same signed outcome again changes nothing, because the answer to the first may have been lost.
 * @throws OUTCOME_REFUSED, PROXY_SIGNATURE_INVALID
 */
export const reportAsManagedHost = defineOperation({
  name: "managedHosts.report",
  input: z.strictObject({ outcome: outcomeSchema, signature: signatureSchema }),
  callers: ["managedHost"],
  audit: {
    operation: "MHOC",
    when: "refusalOnly",
    describe: ({ outcome }) => ({ ident: outcome.operationKey.slice(0, 400) }),
  },
  async run(context, { outcome, signature }): Promise<{ recorded: number }> {
    const host = await callingHost(context);
    const [signed] = allSignedBy({ id: host.key, signingKey: host.signingKey }, [{ outcome }], signature);
    const { source, key } = sourcedKey(outcome.operationKey);
    const [operation] = source === vaultSource ? await vaultOrders.lock(context, [key]) : [];
    if (signed === undefined || operation?.proxyServer !== hostWorker(host.key))
      throw new ServiceError("OUTCOME_REFUSED", { target: outcome.operationKey });
    await vaultOrders.record(context, [{ ...signed, operation }]);
    await endIfDone(context, operation.run);
    return { recorded: 1 };
  },
});
