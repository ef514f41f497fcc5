import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ServiceError } from "#domain/errors.ts";
import { callerOf, openTestService, type TestService } from "#test/support/service.ts";

import { invoke } from "../kernel/invoke.ts";
import { runFor } from "../kernel/run-operation.ts";
import { addClient, removeClient, rotateClientSecret, updateClient } from "./change-clients.ts";
import { listClients, readClient } from "./read-clients.ts";

const operator = callerOf({ key: "", id: "cli:test", superuser: false }, { kind: "engine", key: null, module: "cli" });
const native = { isPublic: true, grants: ["authorization_code"], redirectUris: ["http://127.0.0.1/cb"] };
let opened: TestService;

beforeAll(async () => {
  opened = await openTestService();
  const { store } = opened.context;
  await store.transaction(() => store.save("users", { key: "robot-key", id: "robot" }));
});
afterAll(() => opened.close());

const add = (input: object) => invoke(addClient, opened.context, operator, { isPublic: false, ...input });
const problemOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return error instanceof ServiceError ? `${error.code} ${error.message}` : String(error);
};

describe("adding a client", () => {
  it("gives the secret once and keeps its hash", async () => {
    const { secret } = await add({ id: "service", grants: ["client_credentials"], userId: "robot" });
    const text = secret?.use((clear) => clear) ?? "";
    expect(text).toHaveLength(43);
    const kept = JSON.stringify([
      await opened.store.get("clients", "service"),
      await opened.store.changeLog.read(0, 100),
    ]);
    expect(kept).not.toContain(text);
    expect(await invoke(readClient, opened.context, operator, { id: "service" })).toEqual({
      id: "service",
      displayName: null,
      type: "confidential",
      firstParty: false,
      enabled: true,
      grants: ["client_credentials"],
      scopes: ["api"],
      redirectUris: [],
      postLogoutRedirectUris: [],
      user: "robot",
    });
  });

  it("gives a public client none", async () => {
    expect(await add({ id: "native", ...native })).toEqual({ id: "native", secret: null });
    expect(await invoke(readClient, opened.context, operator, { id: "native" })).toMatchObject({
      type: "public",
      scopes: ["api", "offline_access"],
    });
  });

  it.each<[string, object, string]>([
    ["an id with a blank", { ...native, id: "a b" }, "INPUT_INVALID id: must be letters"],
    ["no grant", { id: "x", grants: [] }, "INPUT_INVALID grants: must name at least one"],
    ["an unknown grant", { id: "x", grants: ["implicit"] }, "must be one of password"],
    ["an unknown scope", { ...native, id: "x", scopes: ["all"] }, "must be of api"],
    [
      "plain http",
      { ...native, id: "x", redirectUris: ["http://a.example/"] },
      "redirectUris.0: must begin with https",
    ],
    ["a wildcard", { ...native, id: "x", redirectUris: ["https://a.example/*"] }, "no wildcard"],
    ["a fragment", { ...native, id: "x", redirectUris: ["https://a.example/#a"] }, "no fragment"],
    [
      "no return address",
      { id: "x", grants: ["authorization_code"] },
      "CLIENT_UNFIT the grant authorization_code needs",
    ],
    ["no user", { id: "x", grants: ["client_credentials"] }, "CLIENT_UNFIT the grant client_credentials needs"],
    ["an unknown user", { id: "x", grants: ["client_credentials"], userId: "nobody" }, "CLIENT_UNFIT There is no user"],
    ["an unknown field", { ...native, id: "x", secretHash: "a" }, "FIELD_UNKNOWN"],
    ["an id that is taken", { ...native, id: "native" }, "CLIENT_EXISTS"],
  ])("refuses %s", async (_name, input, problem) => {
    const before = await opened.store.count("clients");
    expect(await problemOf(add(input))).toContain(problem.replace("FIELD_UNKNOWN", "is not known here"));
    expect(await opened.store.count("clients")).toBe(before);
  });

  it("is for superusers alone", async () => {
    const user = callerOf({ key: "r", id: "anna", superuser: false });
    expect(await problemOf(invoke(addClient, opened.context, user, { id: "x", ...native }))).toContain("FORBIDDEN");
  });
});

describe("changing clients", () => {
  it("replaces what is given, by the same rules", async () => {
    await add({ id: "changing", ...native });
    const update = (input: object) => invoke(updateClient, opened.context, operator, { key: "changing", ...input });
    await update({ displayName: "Changed", redirectUris: ["https://a.example/"], scopes: ["api", "openid"] });
    expect(await invoke(readClient, opened.context, operator, { id: "changing" })).toMatchObject({
      displayName: "Changed",
      redirectUris: ["https://a.example/"],
      scopes: ["api", "openid"],
      grants: ["authorization_code"],
    });
    expect(await problemOf(update({ grants: ["client_credentials"], redirectUris: [] }))).toContain("CLIENT_UNFIT");
    expect(await problemOf(update({ key: "unknown" }))).toContain("CLIENT_UNKNOWN");
  });

  it("lists, gives new secrets, and removes", async () => {
    const ids = (await invoke(listClients, opened.context, operator, {})).map(({ id }) => id);
    expect(ids).toEqual(["changing", "native", "service"]);
    const before = await opened.store.get("clients", "service");
    await invoke(rotateClientSecret, opened.context, operator, { key: "service" });
    expect((await opened.store.get("clients", "service"))?.secretHash).not.toBe(before?.secretHash);
    expect(await problemOf(invoke(rotateClientSecret, opened.context, operator, { key: "native" }))).toContain(
      "no secret",
    );
    await removeClient(runFor(opened.context, operator), "native");
    expect(await problemOf(removeClient(runFor(opened.context, operator), "native"))).toContain("CLIENT_UNKNOWN");
  });

  it("ends the sessions of all users of a removed client, however many", async () => {
    await add({ id: "crowded", ...native });
    const { store } = opened;
    const sessions = 300;
    await store.transaction(async () => {
      for (let index = 0; index < sessions; index++) {
        await store.save("persistedGrants", {
          key: `grant-${index}`,
          family: `family-${index}`,
          userKey: "robot-key",
          clientId: "crowded",
          tokenHash: `hash-${index}`,
          scope: "api",
          createdAt: Date.now(),
          expiresAt: Date.now() + 60_000,
        });
      }
    });
    await removeClient(runFor(opened.context, operator), "crowded");
    expect(await store.count("persistedGrants", { clientId: "crowded", revokedAt: null })).toBe(0);
    expect(await store.get("revokedTokens", "family-299")).toBeDefined();
  });
});
