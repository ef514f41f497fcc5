import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createProxyClient } from "#activities/proxy/client.ts";
import { openProxyKeys } from "#activities/proxy/keys.ts";
import { createOrderRunner } from "#activities/proxy/run-order.ts";
import { enrolHere } from "#bin/enrol-here.ts";
import { Secret } from "#connectors/contract/index.ts";
import sqliteConnector from "#connectors/sqlite/sqlite.ts";
import { systemIds } from "#platform/ids.ts";
import { createLogger } from "#platform/logs/log.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { orderOf } from "../support/order.ts";
import { oldPassword, openVaultOrder } from "../support/vault-room.ts";

const log = createLogger({ module: "test", level: "silent" });
const { signal } = new AbortController();
let api: TestApi;
let folder: string;
let address: { file: string };

beforeAll(async () => {
  api = await openTestApi();
  folder = join(api.folder, "proxy");
  address = { file: join(api.folder, "target.db") };
  const { store } = api.context;
  const target = { id: "T1", type: "sqlite", description: "A target of the test", address, targetGroup: "DEFAULT" };
  await store.transaction(() => store.save("targetSystems", { ...target, mode: "automatic", proxyServers: ["local"] }));
  const invited = await api.send("POST", "/v2/proxyServers('local')/invite", { as: "root", body: {} });
  const token = new Secret(String(invited.json.token));
  await enrolHere({ folder, proxyId: "local", apiAddress: api.address, token });
});
afterAll(() => api.close());

// Calls from a clock that is a minute wrong are refused: these are the limits.
test.each([59_000, -59_000])(
  "a proxy whose clock is %i ms ahead changes a password at its first send",
  async (ahead) => {
    const { store } = api.context;
    const clock = { now: () => Date.now() + ahead };
    const client = createProxyClient({
      proxyId: "local",
      address: api.address,
      keys: openProxyKeys(folder),
      clock,
      ids: systemIds,
      keepAliveSeconds: 30,
    });
    const runner = createOrderRunner({ connectors: [sqliteConnector], log, clock });
    const name = `root${ahead}`;
    const create = orderOf({
      connector: "sqlite",
      address,
      password: oldPassword,
      object: {
        name,
        attributes: {},
      },
      deadlineMs: clock.now() + 2e4,
    });
    const { object } = await runner.run(create, signal);
    const vaultOrder = await openVaultOrder({ store, context: api.context }, "T1");
    const managed = await store.get("managedAccounts", vaultOrder.managedAccountKey);
    const names = { stableId: object?.id ?? "", longId: name, shortId: name };
    await store.transaction(() => store.save("accounts", { key: managed?.accountKey ?? "", ...names }));

    const [order] = await client.orders([`vault:${vaultOrder.orderKey}`]);
    if (order === undefined) throw new Error("nothing was handed out");
    const outcome = await runner.run(order, signal);
    expect(outcome).toMatchObject({ result: "S", sends: 1 });
    await client.outcomes([outcome]);
    expect(await store.get("vaultOrders", vaultOrder.orderKey)).toMatchObject({ result: "S", sends: 1 });
    expect(await store.get("vaultEntries", vaultOrder.newKey)).toMatchObject({ status: "C" });
    await runner.close();
    client.close();
  },
);
