import type { ProxyClient } from "#activities/proxy/client.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";
import { knownHashes } from "#operations/discovery/known-hashes.ts";
import { reportListingFailure } from "#operations/discovery/report-listing-failure.ts";
import { stageChunk } from "#operations/discovery/stage-chunk.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { handOutListing, handOutOrders, recordOutcomes } from "#operations/tables/proxy-calls.ts";

const doors = { handOut: handOutOrders, record: recordOutcomes };

/** Returns the API as a proxy sees it, without HTTP: the same operations (by default), seals and signatures. */
export async function createDirectClient(
  context: ServiceContext,
  proxyId: string,
  folder: string,
  { handOut, record } = doors,
): Promise<ProxyClient> {
  const keys = openProxyKeys(folder);
  const { store } = context;
  await store.transaction(() =>
    store.save("proxyServers", { id: proxyId, signingKey: keys.signingKey, sealingKey: keys.sealingKey }),
  );
  const caller: Caller = {
    kind: "proxy",
    key: null,
    id: proxyId,
    superuser: false,
    classes: [],
    sessid: proxyId,
    module: "rest",
    requestId: proxyId,
  };
  return {
    enrol: async () => undefined,
    hello: async () => undefined,
    async orders(operationKeys, { connectorVersions } = {}) {
      const asked = { operationKeys, ...(connectorVersions && { connectorVersions }) };
      const { jwe } = await invoke(handOut, context, caller, asked);
      return keys.openOrders(jwe);
    },
    async outcomes(outcomes) {
      const signature = keys.signOutcomes(proxyId, outcomes);
      const reported = { outcomes: outcomes.map((outcome) => ({ outcome })), signature };
      return (await invoke(record, context, caller, reported)).isLast === true;
    },
    async listing(operationKey) {
      const { jwe } = await invoke(handOutListing, context, caller, { operationKey });
      return keys.openListing(jwe);
    },
    knownHashes: (part) => invoke(knownHashes, context, caller, part),
    chunk: async (chunk) => void (await invoke(stageChunk, context, caller, chunk)),
    listingFailure: async (failure) => void (await invoke(reportListingFailure, context, caller, failure)),
    close: () => undefined,
  };
}
