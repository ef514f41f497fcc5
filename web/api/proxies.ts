import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { pathOf } from "./path.ts";
import { read, readAll } from "./read.ts";

/** Path of the set of proxies. */
export const proxiesPath = pathOf("proxyServers");

const liveMs = 5_000;

/** Query for the enrolled proxies with the connectors that they have reported. */
export const enrolledProxiesQuery = queryOptions({
  queryKey: [proxiesPath, "enrolled"],
  queryFn: ({ signal }) => readAll(proxiesPath, { filter: "status eq 'enrolled'", orderby: "id" }, signal),
});

/** Returns the query for the current status of a proxy. */
export function proxyStatusQuery(id: string) {
  return queryOptions({
    queryKey: [proxiesPath, id, "status"],
    queryFn: ({ signal }) => read(pathOf("proxyServers()/status", id), signal),
    refetchInterval: whileSomebodyLooks(liveMs),
  });
}
