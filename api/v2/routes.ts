import type { EntitySet } from "../odata/entity-set.ts";
import { setRoutes } from "../odata/set-routes.ts";
import type { RouteDefinition } from "../route.ts";
import { accounts } from "./accounts.ts";
import { groups } from "./groups.ts";
import { proxyServers } from "./proxy-servers.ts";
import { requests } from "./requests.ts";
import { targetSystems } from "./target-systems.ts";
import { users } from "./users.ts";

/** The entity sets of version 2. */
export const entitySets: readonly EntitySet[] = [requests, targetSystems, users, accounts, groups, proxyServers];

/** The routes of version 2. */
export const v2Routes: readonly RouteDefinition[] = entitySets.flatMap((set) => setRoutes(set, "/v2"));
