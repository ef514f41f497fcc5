import { z } from "zod";

import { discoveredTypes, type DiscoveryOrder, type DiscoveryPart } from "#domain/discovery/discovery.ts";
import { ServiceError } from "#domain/errors.ts";
import { lifeOf } from "#domain/proxies/proxy-life.ts";
import { operationKeyMaxCharacters } from "#domain/report-limits.ts";
import { isFinalResult } from "#domain/requests/operation-result.ts";
import type { StagedChunk } from "#store/discovery/staging.ts";

import { isAssigned, isConnected } from "../../abilities/assignment.ts";
import type { CallContext } from "../../kernel/context.ts";
import { defineOperation } from "../../kernel/define-operation.ts";
import type { CredentialSource } from "../../proxies/engine/credential-source.ts";
import { enrolledProxy } from "../../proxies/engine/enrolled-proxy.ts";
import { orderCredentials } from "../../proxies/engine/order-credentials.ts";
import { sealOrders } from "../../proxies/engine/seal-orders.ts";
import { type Discovery, lockedDiscovery, saveDiscovery } from "./discovery-of.ts";
import { hashSalt } from "./load-options.ts";

/** Makes the operation with which a proxy fetches the order to list a target system, with credentials from their storages. */
export function handOutListingFrom(credentials: readonly CredentialSource[]) {
  return defineOperation({
    name: "proxies.handOutListing",
    input: z.strictObject({ operationKey: z.string().min(1).max(operationKeyMaxCharacters) }),
    callers: ["proxy"],
    audit: { operation: "PXHO", describe: ({ operationKey }) => ({ ident: operationKey }) },
    async run(context, { operationKey }): Promise<{ jwe: string }> {
      const proxy = await enrolledProxy(context);
      const { store, clock, settings } = context;
      const operation = await lockedDiscovery(context, operationKey).catch(() => undefined);
      const target = operation && (await store.get("targetSystems", operation.targetSystemKey));
      if (!target || !isConnected(target) || operation.proxyServer !== proxy.id || !isAssigned(target, proxy.id)) {
        throw new ServiceError("FORBIDDEN", { message: "This listing is not assigned to this proxy." });
      }
      if (isFinalResult(operation.result) || operation.discovery.phase !== "listing")
        throw new ServiceError("LISTING_REFUSED");
      const sends = operation.sends + 1;
      await noteLostProcess(context, operation, proxy.id);
      const noError = { errorCode: null, errorMessage: null, errorTargetCode: null };
      await store.save("requestOperations", {
        key: operationKey,
        sends,
        sentAt: clock.now(),
        nextTryAt: null,
        ...noError,
      });
      const chunks = await store.staging.chunks(operationKey);
      const order: DiscoveryOrder = {
        operationKey,
        requestId: context.caller.requestId,
        sends,
        connector: target.type,
        targetSystem: target.id,
        address: target.address,
        credentials: await orderCredentials(context, target.id, credentials),
        chunkObjects: settings.discoveryChunkObjects,
        hashSalt: await hashSalt(context, target.id),
        parts: await remainingParts(context, operationKey, target.id, chunks),
        nextNumber: chunks.length,
        chain: chunks.at(-1)?.chain ?? "",
      };
      return { jwe: await sealOrders([order], proxy.sealingKey) };
    },
  });
}

/** Records a process that ended without a report: data of the target may have killed it. */
async function noteLostProcess(context: CallContext, operation: Discovery, proxyId: string): Promise<void> {
  const { sentAt, errorCode, discovery } = operation;
  if (sentAt === null || errorCode !== null) return;
  const proxy = await context.store.get("proxyServers", proxyId);
  if (!proxy || lifeOf(proxy, context.clock.now()).hasWorkedSince(sentAt)) return;
  await saveDiscovery(context, operation, { lostProcesses: (discovery.lostProcesses ?? 0) + 1 });
}

const tableOf = { account: "accounts", group: "groups" } as const;

async function remainingParts(
  { store }: CallContext,
  run: string,
  targetSystemKey: string,
  chunks: readonly StagedChunk[],
): Promise<DiscoveryPart[]> {
  const tokens = await store.changeTokens.of(targetSystemKey);
  const parts: DiscoveryPart[] = [];
  for (const type of discoveredTypes) {
    const own = chunks.filter((chunk) => chunk.type === type);
    if (own.some(({ last }) => last)) continue;
    const token = tokens[type];
    const after = own.findLast(({ cursor }) => cursor !== null)?.cursor ?? undefined;
    // Without a cursor the next attempt starts again, and objects that it no longer sees must not stay.
    if (after === undefined && own.length > 0) await store.staging.forget(run, type);
    const onRecord = await store.count(tableOf[type], { targetSystemKey });
    parts.push({ type, onRecord, ...(after !== undefined && { after }), ...(token !== undefined && { token }) });
  }
  return parts;
}
