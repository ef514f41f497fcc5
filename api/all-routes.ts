import { documentRoutes } from "./documents/routes.ts";
import { healthRoutes } from "./health.ts";
import { idapiRoutes } from "./idapi/routes.ts";
import { identityRoutes } from "./identity/routes.ts";
import { managedHostRoutes } from "./managed-hosts/routes.ts";
import { passwordSenderRoutes } from "./password-senders/routes.ts";
import { proxyRoutes } from "./proxies/routes.ts";
import { pageAddressRoute } from "./react/page-address-route.ts";
import { reactRoutes } from "./react/routes.ts";
import { replicationRoutes } from "./replication/routes.ts";
import type { RouteDefinition } from "./route.ts";
import { soapRoutes } from "./soap/routes.ts";
import { ticketRoutes } from "./tickets/routes.ts";
import { v2Routes } from "./v2/routes.ts";

/** Returns the routes of each interface whose addresses are fixed paths. Each interface has a router of its own. */
export function fixedRoutes(health: readonly RouteDefinition[]): readonly (readonly RouteDefinition[])[] {
  return [
    health,
    identityRoutes,
    idapiRoutes,
    soapRoutes,
    reactRoutes,
    proxyRoutes,
    managedHostRoutes,
    passwordSenderRoutes,
    replicationRoutes,
    ticketRoutes,
    documentRoutes,
  ];
}

/** Every route of the service, as the routers have them; other tables are derived from these. */
export const allRoutes: readonly RouteDefinition[] = [
  ...fixedRoutes(healthRoutes({ checks: {} })).flat(),
  pageAddressRoute,
  ...v2Routes,
];
