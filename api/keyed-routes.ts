import { enrolmentBodyMaxBytes } from "#domain/body-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { type KeyedKind, verifyKeyedCall } from "#operations/proxies/engine/keyed-callers.ts";
import { signingKeySchema } from "#operations/proxies/engine/signatures.ts";
import { type IncomingProxyCall, verifyEnrolmentCall } from "#operations/proxies/engine/verify-call.ts";

import type { RouteDefinition, RouteHead } from "./route.ts";

/** Makes the route by which a caller that signs its calls enrolls, with the key that it brings. */
export function enrolRoute<Input, Output, Prepared>(
  path: string,
  operation: Operation<Input, Output, Prepared>,
): RouteDefinition {
  return {
    method: "POST",
    path,
    policy: null,
    rate: "signIn",
    tellsTime: true,
    // It holds two keys and a token at most; the key of an unknown caller is in the body, so little of it is parsed.
    bodyMaxBytes: enrolmentBodyMaxBytes,
    async handler({ context, caller, body, rawBody, ...head }) {
      const key = signingKeySchema.safeParse(signingKeyOf(body));
      if (!key.success) throw new ServiceError("INPUT_INVALID", { target: "signingKey" });
      verifyEnrolmentCall(context, incoming({ caller, ...head }), { key: key.data, rawBody });
      return { status: 200, body: await invoke(operation, context, caller, body) };
    },
  };
}

/** Bounds of a route for signed calls. */
interface SignedRoute {
  readonly path: string;
  readonly kind: KeyedKind;
  readonly bodyMaxBytes: number;
}

/** Makes a route for the signed calls of enrolled callers of a kind, which runs one operation. */
export function signedRoute<Input, Output, Prepared>(
  { path, kind, bodyMaxBytes }: SignedRoute,
  operation: Operation<Input, Output, Prepared>,
): RouteDefinition {
  return routeOfSigned({
    path,
    bodyMaxBytes,
    signedBy: (call) => verifyKeyedCall(call.context, incoming(call), kind),
    handler: async ({ context, caller, body }) => ({
      status: 200,
      body: await invoke(operation, context, caller, body),
    }),
  });
}

/** Makes a route for signed calls, with what is the same for all of them. */
export function routeOfSigned(
  parts: Pick<RouteDefinition, "path" | "bodyMaxBytes" | "signedBy" | "handler">,
): RouteDefinition {
  return {
    method: "POST",
    policy: null,
    largeBody: "nothing of it is parsed before its signature holds",
    // Only enrolled callers come so far, and they call as often as they have work.
    rate: "none",
    tellsTime: true,
    ...parts,
  };
}

/** Returns the parts of a call by which its signature is verified. */
export function incoming({
  caller,
  method,
  match,
  headers,
}: Pick<RouteHead, "caller" | "method" | "match" | "headers">): IncomingProxyCall {
  const { requestId, ip } = caller;
  return { method, path: match.path, headers, requestId, ...(ip === undefined ? {} : { ip }) };
}

function signingKeyOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "signingKey" in body ? body.signingKey : undefined;
}
