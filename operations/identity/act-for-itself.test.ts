import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import type { Secret } from "#connectors/contract/index.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { Store } from "#store/store.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";

import { addClient } from "../clients/change-clients.ts";
import type { Caller } from "../kernel/context.ts";
import { invoke } from "../kernel/invoke.ts";
import { actForItself } from "./act-for-itself.ts";
import { verifyAccessToken } from "./engine/access-token.ts";

let api: TestApi;
let clientSecret: Secret;

const clientId = "robot";
const caller: Caller = {
  kind: "anonymous",
  key: null,
  id: "anonymous",
  superuser: false,
  classes: [],
  sessid: "s",
  module: "rest",
  requestId: "r",
};

beforeAll(async () => {
  api = await openTestApi({ dialect: "sqlite" });
  await api.addUser("known");
  const client = { id: clientId, isPublic: false, grants: ["client_credentials"], userId: "known" };
  const { secret } = await invoke(addClient, api.context, engineCaller("cli", "test"), client);
  if (secret === undefined || secret === null) throw new Error("a confidential client has a secret");
  clientSecret = secret;
});
afterAll(() => api.close());

const ask = (store: Store) => actForItself({ ...api.context, store }, caller, { clientId, clientSecret });

it("gives a token whose grant is in the audit", async () => {
  const { store } = api.context;
  const { accessToken } = await ask(store);
  const { gid, client_id } = await accessToken.use((token) => verifyAccessToken(api.context, token));
  const rows = await store.select("sesslog_full", { where: { operation: "LGCC", ident: clientId } });
  expect(client_id).toBe(clientId);
  expect(rows.map(({ sessid, result }) => ({ sessid, result }))).toEqual([{ sessid: gid, result: "S" }]);
});

it("gives none where the audit cannot be written, although it was being signed", async () => {
  const { store } = api.context;
  const failing: Store = {
    ...store,
    audit: async () => {
      // By then the token is there.
      await sleep(20);
      throw new Error("no audit");
    },
  };
  await expect(ask(failing)).rejects.toThrow("no audit");
});

it("gives none where it cannot be signed", async () => {
  const { store } = api.context;
  const withoutKeys = {
    ...store,
    select: (table: string) => Promise.reject(new Error(`no ${table}`)),
  } as unknown as Store;
  await expect(ask(withoutKeys)).rejects.toThrow("no signingKeys");
});
