import { z } from "zod";

import { discoveredTypes, type KnownHashes } from "#domain/discovery/discovery.ts";
import { ServiceError } from "#domain/errors.ts";
import { discoveryKnownHashes, stableIdMaxCharacters } from "#domain/limits.ts";
import { operationKeyMaxCharacters } from "#domain/report-limits.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { enrolledProxy } from "../proxies/engine/enrolled-proxy.ts";
import type { Discovery } from "./engine/discovery-of.ts";

/**
 * Returns the hashes of unchanged objects to the proxy that lists a target system, page by page.
 * @throws FORBIDDEN, LISTING_REFUSED, PROXY_SIGNATURE_INVALID
 */
export const knownHashes = defineOperation({
  name: "proxies.knownHashes",
  kind: "read",
  input: z.strictObject({
    operationKey: z.string().min(1).max(operationKeyMaxCharacters),
    sends: z.int().min(1),
    type: z.enum(discoveredTypes),
    after: z.string().max(stableIdMaxCharacters).nullable(),
  }),
  callers: ["proxy"],
  audit: { operation: "PXKH", when: "refusalOnly", describe: ({ operationKey }) => ({ ident: operationKey }) },
  async run(context, { operationKey, sends, type, after }): Promise<KnownHashes> {
    const proxy = await enrolledProxy(context);
    const { store } = context;
    const operation = (await store.get("requestOperations", operationKey)) as Discovery | undefined;
    if (!operation || operation.proxyServer !== proxy.id) throw new ServiceError("FORBIDDEN");
    if (operation.sends !== sends || operation.discovery?.phase !== "listing")
      throw new ServiceError("LISTING_REFUSED");
    return store.loads.knownHashes(targetKeyOf(operation), type, { after, max: discoveryKnownHashes });
  },
});
