import { policyOf } from "#domain/policy-name.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { inviteProxy } from "#operations/proxies/invite.ts";

import type { RouteDefinition } from "../route.ts";

/** The route by which a proxy is invited. */
export const inviteProxyRoute: RouteDefinition = {
  method: "POST",
  path: "/v2/proxyServers({id})/invite",
  policy: policyOf.action("proxyServers/invite"),
  operation: inviteProxy.name,
  async handler({ context, caller, match, body }) {
    const input = { ...(body as Readonly<Record<string, unknown>>), id: match.keys["id"] };
    const invitation = await invoke(inviteProxy, context, caller, input);
    return { status: 201, body: { ...invitation, expiresAt: new Date(invitation.expiresAt).toISOString() } };
  },
};
