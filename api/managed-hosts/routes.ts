import { bodyMaxBytes } from "#domain/limits.ts";
import { hostPaths } from "#domain/managed-hosts/host-call.ts";
import { askAsManagedHost } from "#operations/managed-hosts/ask.ts";
import { enrolManagedHost } from "#operations/managed-hosts/enrol.ts";
import { reportAsManagedHost } from "#operations/managed-hosts/report.ts";

import { enrolRoute, signedRoute } from "../keyed-routes.ts";
import type { RouteDefinition } from "../route.ts";

const signed = (path: string) => ({ path, kind: "managedHost", bodyMaxBytes }) as const;

/** The routes that managed hosts call; the calls are signed as those of proxies are. */
export const managedHostRoutes: readonly RouteDefinition[] = [
  enrolRoute(hostPaths.enrol, enrolManagedHost),
  signedRoute(signed(hostPaths.ask), askAsManagedHost),
  signedRoute(signed(hostPaths.report), reportAsManagedHost),
];
