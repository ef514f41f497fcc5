import { type ConnectorProblem, connectorProblems } from "#domain/proxies/failed-connector.ts";

import { defineOperation } from "../kernel/define-operation.ts";

/** A connector that a proxy could not load, as anyone may see it: without texts of the proxy's machine. */
export interface ShownFailure {
  readonly proxy: string;
  readonly connector: string;
  readonly problem: ConnectorProblem;
  /** The sentence that belongs to the problem. */
  readonly message: string;
}

/** Lists the connectors that enrolled proxies last reported as not loaded, for the state of the service. */
export const listFailedConnectors = defineOperation({
  name: "proxies.listFailedConnectors",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "PXFC", when: "refusalOnly" },
  async run({ store }): Promise<readonly ShownFailure[]> {
    const proxies = await store.select("proxyServers", { where: { status: "enrolled" } });
    return proxies.flatMap(({ id, failedConnectors }) =>
      (failedConnectors ?? []).map(({ name, problem }) => ({
        proxy: id,
        connector: name,
        problem,
        message: connectorProblems[problem],
      })),
    );
  },
});
