import type { SessionCalls } from "#domain/chains/session-calls.ts";
import { policyOf } from "#domain/policy-name.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { endOwnSession } from "#operations/sessions/end-own-session.ts";
import { readOwnSession } from "#operations/sessions/read-own-session.ts";

import type { RouteDefinition } from "../route.ts";
import { noSessionCookie } from "../session-cookie.ts";
import { pageRoutes } from "./page-routes.ts";
import { signInRoutes } from "./sign-in.ts";

const path = "/react/session";

/** Routes of the web UI's pages, and of the session by which they are signed in. */
export const reactRoutes: readonly RouteDefinition[] = [
  ...pageRoutes,
  ...signInRoutes(path),
  {
    method: "GET",
    path,
    policy: policyOf.get("react/session"),
    operation: readOwnSession.name,
    givesCsrfToken: true,
    async handler({ context, caller }) {
      const { startedAt, endsAt, ...session } = await invoke(readOwnSession, context, caller, {});
      const times = { startedAt: new Date(startedAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
      const body: SessionCalls["GET /react/session"]["answer"] = { ...session, ...times };
      return { status: 200, body };
    },
  },
  {
    method: "DELETE",
    path,
    policy: policyOf.remove("react/session"),
    operation: endOwnSession.name,
    async handler(call) {
      await invoke(endOwnSession, call.context, call.caller, {});
      return { status: 204, headers: { "set-cookie": noSessionCookie(call) } };
    },
  },
];
