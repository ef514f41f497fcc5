import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { enrolHere } from "#bin/enrol-here.ts";
import { Secret } from "#connectors/contract/index.ts";
import type { Settings } from "#platform/settings/settings.ts";
import type { Row } from "#store/tables.ts";

import { openTestApi, type TestApi } from "./api.ts";
import { callCommand } from "./commands.ts";
import { startTestEngine } from "./engine.ts";
import { type GatehouseProcess, startGatehouse } from "./gatehouse.ts";
import { foundOrganisation } from "./organisation.ts";
import { startTestTemporal } from "./temporal.ts";

/** A service whose target T1 is served by processes of the proxy `branch`, each with a version of the fault connector. */
export interface Branch {
  readonly api: TestApi;
  /** File of the fault directory behind T1. */
  readonly directory: string;
  /** Starts one more process of the proxy; all share one enrollment and one queue. */
  run(version?: string): Promise<GatehouseProcess>;
  /** Submits as `ada` and returns the key of the request. */
  submit(operations: readonly object[]): Promise<string>;
  request(key: string): Promise<Row<"reqbatch"> | undefined>;
  operations(key: string): Promise<Row<"requestOperations">[]>;
  /** Runs a command of the command line as a superuser. */
  command(...words: readonly string[]): Promise<{ code: number | string; output: string }>;
  /** Ends every process of the proxy that is left. */
  stopAll(): Promise<void>;
  close(): Promise<void>;
}

const connector = fileURLToPath(new URL("versioned-connector.ts", import.meta.url));

/** Starts Temporal, the API and the hub, and enrolls the proxy `branch`. */
export async function openBranch(part: Partial<Settings> = {}): Promise<Branch> {
  const temporal = await startTestTemporal();
  let nudge = (): void => undefined;
  const settings = { retryIntervalsSeconds: Array.from({ length: 30 }, () => 1), ...part };
  const api = await openTestApi({ settings, nudge: () => nudge() });
  const { store } = api.context;
  const directory = join(api.folder, "directory.db");
  const sketch = { people: ["ada"], targets: { T1: [] }, address: { file: directory } };
  const { people } = await foundOrganisation(api.context, sketch);
  await api.letIn(...Object.values(people));
  await store.transaction(() => store.save("targetSystems", { id: "T1", proxyServers: ["branch"] }));
  const { folder } = api;
  const engine = await startTestEngine({ context: api.context, address: temporal.address, folder, proxies: [] });
  nudge = () => engine.dispatch.nudge();
  const home = join(folder, "branch");
  const { json } = await api.send("POST", "/v2/proxyServers('branch')/invite", { as: "root", body: {} });
  const token = new Secret(String(json.token));
  await enrolHere({ folder: home, proxyId: "branch", apiAddress: api.address, token });
  const passwordFile = join(folder, "root.txt");
  writeFileSync(passwordFile, "password-of-root");
  const running = new Set<GatehouseProcess>();

  return {
    api,
    directory,
    async run(version = "1.0.0") {
      const env = {
        GATEHOUSE_DATA: home,
        TEMPORAL_ADDRESS: temporal.address,
        CONNECTORS: connector,
        FAULT_VERSION: version,
      };
      const started = startGatehouse(["proxy"], { env });
      running.add(started);
      await started.until(/takes orders/);
      return started;
    },
    async submit(operations) {
      const answer = await api.send("POST", "/v2/requests", {
        as: "ada",
        body: { recipientKey: people["ada"]?.key, operations },
      });
      if (answer.status !== 202) throw new Error(`not accepted: ${answer.text}`);
      return String(answer.json.key);
    },
    request: (key) => store.get("reqbatch", key),
    operations: (requestKey) =>
      store.select("requestOperations", { where: { requestKey }, orderBy: [["sequence", "asc"]] }),
    command: (...words) =>
      callCommand([...words, "--url", api.address, "--user", "root", "--password-file", passwordFile]),
    async stopAll() {
      for (const { child } of running) child.kill("SIGTERM");
      await Promise.all([...running].map((one) => one.ended()));
      running.clear();
    },
    async close() {
      for (const { child } of running) child.kill("SIGKILL");
      // Whatever fails before, every server is ended.
      try {
        await engine.stop();
        await api.close();
      } finally {
        await temporal.stop();
      }
    },
  };
}
