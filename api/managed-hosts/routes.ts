import { enrolmentBodyMaxBytes } from "#domain/body-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { bodyMaxBytes } from "#domain/limits.ts";
import { hostPaths } from "#domain/managed-hosts/host-call.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { askAsManagedHost } from "#operations/managed-hosts/ask.ts";
import { verifyHostCall } from "#operations/managed-hosts/engine/verify-host-call.ts";
import { enrolManagedHost } from "#operations/managed-hosts/enrol.ts";
import { reportAsManagedHost } from "#operations/managed-hosts/report.ts";
import { signingKeySchema } from "#operations/proxies/engine/signatures.ts";
import { type IncomingProxyCall, verifyEnrolmentCall } from "#operations/proxies/engine/verify-call.ts";

import type { RouteDefinition, RouteHead } from "../route.ts";

/** The routes that managed hosts call; the calls are signed as those of proxies are. */
export const managedHostRoutes: readonly RouteDefinition[] = [
  {
    method: "POST",
    path: hostPaths.enrol,
    policy: null,
    rate: "signIn",
    // It holds two keys and a token; the key of an unknown caller is in the body, so little of it is parsed.
    bodyMaxBytes: enrolmentBodyMaxBytes,
    async handler({ context, caller, body, rawBody, ...head }) {
      const key = signingKeySchema.safeParse(signingKeyOf(body));
      if (!key.success) throw new ServiceError("INPUT_INVALID", { target: "signingKey" });
      verifyEnrolmentCall(context, incoming({ caller, ...head }), { key: key.data, rawBody });
      return { status: 200, body: await invoke(enrolManagedHost, context, caller, body) };
    },
  },
  {
    ...signed(hostPaths.ask),
    handler: async ({ context, caller, body }) => ({
      status: 200,
      body: await invoke(askAsManagedHost, context, caller, body),
    }),
  },
  {
    ...signed(hostPaths.report),
    handler: async ({ context, caller, body }) => ({
      status: 200,
      body: await invoke(reportAsManagedHost, context, caller, body),
    }),
  },
];

function signed(path: string) {
  return {
    method: "POST",
    path,
    policy: null,
    bodyMaxBytes,
    largeBody: "nothing of it is parsed before its signature holds",
    // Only enrolled hosts come so far, and they call as often as they have work.
    rate: "none",
    signedBy: (call) => verifyHostCall(call.context, incoming(call)),
  } as const satisfies Partial<RouteDefinition>;
}

function incoming({
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
