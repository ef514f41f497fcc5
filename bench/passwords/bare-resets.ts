import { fileURLToPath } from "node:url";

import { Client, Connection } from "@temporalio/client";
import { NativeConnection, Worker } from "@temporalio/worker";

import { createOrderRunner } from "#activities/proxy/run-order.ts";
import { Secret } from "#connectors/contract/index.ts";
import ldap from "#connectors/ldap/ldap.ts";
import type { Order } from "#domain/requests/order.ts";
import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createLogger } from "#platform/logs/log.ts";
import { inParallel } from "#test/support/in-parallel.ts";
import type { OpenLdap } from "#test/support/openldap.ts";

import type { BenchAccount, Resetting } from "./resetting.ts";

const callMs = 30_000;
const queue = "bare-resets";

/** Starts bare Temporal workflows on the same server: one activity each, which sets the password by our connector. */
export async function startBareResets(
  temporalAddress: string,
  directory: OpenLdap,
  accounts: readonly BenchAccount[],
): Promise<Resetting> {
  const connection = await NativeConnection.connect({ address: temporalAddress });
  const runner = createOrderRunner({
    connectors: [ldap],
    log: createLogger({ module: "bench", level: "silent" }),
    clock: systemClock,
  });
  const ids = new Map(accounts.map(({ id, name }) => [name, id]));
  const worker = await Worker.create({
    connection,
    taskQueue: queue,
    workflowsPath: fileURLToPath(new URL("./bare-reset-workflow.ts", import.meta.url)),
    activities: {
      async resetPassword(name: string, password: string) {
        const order = orderFor(directory, { id: ids.get(name) ?? "", name }, password);
        const outcome = await runner.run(order, new AbortController().signal);
        if (outcome.result !== "S") throw new Error(outcome.message ?? "the connector refused");
      },
    },
  });
  const running = worker.run();
  const client = new Client({ connection: await Connection.connect({ address: temporalAddress }) });
  return {
    async run(passwords, atOnce) {
      const [run, all] = [systemIds.guid(), [...passwords]];
      const startedMs = performance.now();
      await inParallel(all.length, atOnce, async (index) => {
        const workflowId = `bare-${run}-${index}`;
        const args = all[index] ?? ["", ""];
        await client.workflow.execute("bareReset", { taskQueue: queue, workflowId, args: [...args] });
      });
      return performance.now() - startedMs;
    },
    async stop() {
      worker.shutdown();
      await running;
      await client.connection.close();
      await connection.close();
      await runner.close();
    },
  };
}

function orderFor(directory: OpenLdap, { id, name }: BenchAccount, password: string): Order {
  const { url, baseDN, accountsDN, groupsDN, admin } = directory;
  return {
    operationKey: systemIds.guid(),
    requestId: "bench",
    sends: 1,
    code: "PWRS",
    connector: "ldap",
    targetSystem: "BENCH",
    address: { url, baseDN, accountsDN, groupsDN },
    credentials: [{ role: "admin", login: admin.dn, secret: new Secret(admin.password) }],
    object: { id, name, attributes: { dn: [`uid=${name},${accountsDN}`] } },
    attributes: {},
    password: new Secret(password),
    deadlineMs: systemClock.now() + callMs,
  };
}
