import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { read } from "./call.ts";
import type { ProxyServer, ProxyStatus } from "./model.ts";
import { entity } from "./odata.ts";
import { readAll } from "./read-all.ts";

/** Path of the set of proxies. */
export const proxiesPath = "/v2/proxyServers";

const liveMs = 5_000;

/** Returns the path of a proxy. */
export const proxyPath = (id: string) => entity(proxiesPath, id);

/** Query for the enrolled proxies with the connectors that they have reported. */
export const enrolledProxiesQuery = queryOptions({
  queryKey: [proxiesPath, "enrolled"],
  queryFn: ({ signal }) => readAll<ProxyServer>(proxiesPath, { filter: "status eq 'enrolled'", orderby: "id" }, signal),
});

/** Returns the query for the current status of a proxy. */
export function proxyStatusQuery(id: string) {
  return queryOptions({
    queryKey: [proxiesPath, id, "status"],
    queryFn: ({ signal }) => read<ProxyStatus>(`${proxyPath(id)}/status`, signal),
    refetchInterval: whileSomebodyLooks(liveMs),
  });
}
