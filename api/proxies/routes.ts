import { enrolmentBodyMaxBytes } from "#domain/body-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { bodyMaxBytes } from "#domain/limits.ts";
import { nodeProofHeaders, provenAnswerText, proxyPaths } from "#domain/proxies/proxy-call.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import { knownHashes } from "#operations/discovery/known-hashes.ts";
import { reportListingFailure } from "#operations/discovery/report-listing-failure.ts";
import { stageChunk } from "#operations/discovery/stage-chunk.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { sha256, signingKeySchema } from "#operations/proxies/engine/signatures.ts";
import { verifyEnrolmentCall, verifyProxyCall } from "#operations/proxies/engine/verify-call.ts";
import { enrolProxy } from "#operations/proxies/enrol.ts";
import { tellNode } from "#operations/proxies/tell-node.ts";
import { handOutListing, handOutOrders, recordOutcomes, helloFromProxy } from "#operations/tables/proxy-calls.ts";

import { incoming, routeOfSigned } from "../keyed-routes.ts";
import type { RouteAnswer, RouteCall, RouteDefinition } from "../route.ts";

/** The routes that proxies call. */
export const proxyRoutes: readonly RouteDefinition[] = [
  {
    method: "POST",
    path: proxyPaths.enrol,
    policy: null,
    rate: "signIn",
    // It holds two keys and a token; the key of an unknown caller is in the body, so little of it is parsed.
    bodyMaxBytes: enrolmentBodyMaxBytes,
    async handler(call) {
      const key = signingKeySchema.safeParse(asObject(call.body).signingKey);
      if (!key.success) throw new ServiceError("INPUT_INVALID", { target: "signingKey" });
      const { rawBody } = call;
      verifyEnrolmentCall(call.context, incoming(call), { key: key.data satisfies PublicKey, rawBody });
      return { status: 200, body: await invoke(enrolProxy, call.context, call.caller, call.body) };
    },
  },
  signed(proxyPaths.node, answerOf(tellNode)),
  signed(proxyPaths.hello, answerOf(helloFromProxy)),
  signed(proxyPaths.orders, sealedAnswerOf(handOutOrders)),
  signed(proxyPaths.listing, sealedAnswerOf(handOutListing)),
  signed(proxyPaths.knownHashes, answerOf(knownHashes)),
  signed(proxyPaths.chunk, answerOf(stageChunk)),
  signed(proxyPaths.listingFailure, answerOf(reportListingFailure)),
  signed(proxyPaths.outcomes, answerOf(recordOutcomes)),
];

type Handler = RouteDefinition["handler"];

function answerOf<Input, Output, Prepared>(operation: Operation<Input, Output, Prepared>): Handler {
  return async ({ context, caller, body }) => ({
    status: 200,
    body: await invoke(operation, context, caller, body),
  });
}

/** The answer of an operation that seals it for the proxy. */
function sealedAnswerOf<Input, Output extends { readonly jwe: string }, Prepared>(
  operation: Operation<Input, Output, Prepared>,
): Handler {
  return async ({ context, caller, body }) => {
    const { jwe } = await invoke(operation, context, caller, body);
    return { status: 200, headers: { "content-type": "application/jose" }, body: jwe };
  };
}

function signed(path: string, handler: Handler): RouteDefinition {
  return routeOfSigned({
    path,
    bodyMaxBytes,
    signedBy: (call) => verifyProxyCall(call.context, incoming(call)),
    handler: async (call) => proven(call, await handler(call)),
  });
}

/** Signs an answer as this node for a proxy that asks for it, because it knows several nodes. */
async function proven({ context, caller, headers, match }: RouteCall, answer: RouteAnswer): Promise<RouteAnswer> {
  const node = headers[nodeProofHeaders.asked] === undefined ? undefined : await context.nodes.own();
  if (node === undefined) return answer;
  const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
  const { id: proxyId, proxyCall = "" } = caller;
  const nonce = proxyCall.slice(`${proxyId} `.length);
  const text = provenAnswerText({ node: node.name, proxyId, path: match.path, nonce, bodyHash: sha256(body) });
  const signature = (await context.nodes.sign(text)) ?? "";
  const proof = { [nodeProofHeaders.node]: node.name, [nodeProofHeaders.signature]: signature };
  return { ...answer, headers: { "content-type": "application/json", ...answer.headers, ...proof }, body };
}

function asObject(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null ? { ...body } : {};
}
