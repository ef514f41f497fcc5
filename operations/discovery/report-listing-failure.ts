import { z } from "zod";

import { codes, type ConnectorCode } from "#connectors/contract/index.ts";
import { targetMessageMaxCharacters } from "#domain/limits.ts";
import { operationKeyMaxCharacters, targetCodeMaxCharacters } from "#domain/report-limits.ts";
import { askedPauseMs } from "#domain/requests/retry-schedule.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { enrolledProxy } from "../proxies/engine/enrolled-proxy.ts";
import { lockedDiscovery, saveDiscovery } from "./engine/discovery-of.ts";

/**
 * Stores the reason why a proxy could not list a target system, in the target's own words; the workflow decides on a retry. Reports of
 * earlier hand-outs are ignored.
 * @throws NOT_FOUND, PROXY_SIGNATURE_INVALID
 */
export const reportListingFailure = defineOperation({
  name: "proxies.reportListingFailure",
  input: z.strictObject({
    operationKey: z.string().min(1).max(operationKeyMaxCharacters),
    sends: z.int().min(1),
    code: z.enum(["LISTING_INVALID", ...(Object.keys(codes) as ConnectorCode[])]),
    message: z.string(),
    targetCode: z.string().max(targetCodeMaxCharacters).exactOptional(),
    retryAfterMs: z.int().min(0).exactOptional(),
  }),
  callers: ["proxy"],
  audit: { operation: "PXLF", when: "refusalOnly", describe: ({ operationKey }) => ({ ident: operationKey }) },
  async run(context, { operationKey: key, sends, code, message, targetCode, retryAfterMs }): Promise<object> {
    const proxy = await enrolledProxy(context);
    const operation = await lockedDiscovery(context, key);
    if (operation.proxyServer !== proxy.id || operation.sends !== sends) return {};
    const { discovery } = operation;
    await saveDiscovery(context, operation, { listingFailures: (discovery.listingFailures ?? 0) + 1 });
    await context.store.save("requestOperations", {
      key,
      errorCode: code,
      errorMessage: message.slice(0, targetMessageMaxCharacters),
      errorTargetCode: targetCode ?? null,
      nextTryAt: retryAfterMs === undefined ? null : context.clock.now() + askedPauseMs(retryAfterMs),
    });
    return {};
  },
});
