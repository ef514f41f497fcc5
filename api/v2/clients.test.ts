import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { failure } from "#test/support/says.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada", { classes: ["_EXPLICIT_REST_API_USERS_", "_HELP_DESK_"] });
  await api.addUser("robot");
});
afterAll(() => api.close());

const send = (method: string, path = "", body?: object, as = "root") =>
  api.send(method, `/v2/clients${path}`, { as, ...(body && { body }) });
const service = { grants: ["client_credentials"], userId: "robot" };
const own = { grants: ["password", "refresh_token"], firstParty: true };
const native = { isPublic: true, grants: ["authorization_code"], redirectUris: ["http://127.0.0.1/cb"] };

const add = async (id: string, body: object): Promise<string> => {
  const answer = await send("POST", "", { id, ...body });
  expect([answer.status, answer.json.id]).toEqual([201, id]);
  return String(answer.json.secret);
};
/** Requests a token of a client's own from the token server. */
const ask = (id: string, secret: string, more: Readonly<Record<string, string>> = {}) =>
  api.send("POST", "/identity/connect/token", {
    form: { grant_type: "client_credentials", client_id: id, client_secret: secret, ...more },
  });
const signIn = (id: string, secret: string) =>
  ask(id, secret, { grant_type: "password", username: "ada", password: "password-of-ada" });
const refresh = (id: string, secret: string, token: string) =>
  ask(id, secret, { grant_type: "refresh_token", refresh_token: token });

describe("a client that is registered", () => {
  it.each<[string, object, unknown[]]>([
    ["without an id", { ...native }, [400, "INPUT_INVALID", "id"]],
    ["with an id that cannot be one", { id: "a b", ...native }, [400, "INPUT_INVALID", "id"]],
    ["with a secret of its own", { id: "x", ...native, secret: "s" }, [400, "INPUT_INVALID", "secret"]],
    ["with a hash of its own", { id: "x", ...native, secretHash: "s" }, [400, "INPUT_INVALID", "secretHash"]],
    ["without a grant", { id: "x", grants: [] }, [400, "INPUT_INVALID", "grants"]],
    ["with a grant that nobody knows", { id: "x", grants: ["implicit"] }, [400, "INPUT_INVALID", "grants.0"]],
    [
      "with an address in clear",
      { id: "x", ...native, redirectUris: ["http://a.example/"] },
      [400, "INPUT_INVALID", "redirectUris.0"],
    ],
    ["public, and acting for itself", { id: "x", ...service, isPublic: true }, [400, "CLIENT_UNFIT", "client"]],
    [
      "taking passwords, and not the service's own",
      { id: "x", ...own, firstParty: false },
      [400, "CLIENT_UNFIT", "client"],
    ],
    ["as nobody", { id: "x", ...service, userId: "nobody" }, [400, "CLIENT_UNFIT", "userId"]],
    ["under a name that is taken", { id: "gatehouse", ...native }, [409, "CLIENT_EXISTS", "id"]],
  ])("%s is refused", async (_, body, refusal) => {
    const before = await api.store.count("clients");
    const [status, code, target] = failure(await send("POST", "", body));
    expect([status, code === "FIELD_UNKNOWN" ? "INPUT_INVALID" : code, target ?? "client"]).toEqual(refusal);
    expect(await api.store.count("clients")).toBe(before);
  });

  it("is a matter of superusers alone, as are all calls", async () => {
    const calls = [
      ["GET", ""],
      ["GET", "('gatehouse')"],
      ["GET", "('gatehouse')/tokens"],
      ["POST", "", { id: "x", ...native }],
      ["PATCH", "('gatehouse')", { enabled: false }],
      ["DELETE", "('gatehouse')"],
      ["POST", "('gatehouse')/rotateSecret", {}],
      ["POST", "('gatehouse')/revokeTokens", {}],
    ] as const;
    for (const [method, path, body] of calls) {
      expect(failure(await send(method, path, body, "ada")).slice(0, 2), `${method} ${path}`).toEqual([
        403,
        "FORBIDDEN",
      ]);
      const stranger = await api.send(method, `/v2/clients${path}`, { ...(body && { body }) });
      expect(stranger.status, `${method} ${path}`).toBe(401);
    }
  });

  it("shows its secret once, and gets tokens with it until it has another one", async () => {
    const first = await add("reporting", { ...service, displayName: "Reports" });
    const { text, json } = await send("GET", "('reporting')?$expand=user($select=id)");
    expect(json).toMatchObject({
      id: "reporting",
      displayName: "Reports",
      isPublic: false,
      enabled: true,
      firstParty: false,
      grants: ["client_credentials"],
      scopes: ["api"],
      redirectUris: [],
      user: { id: "robot" },
    });
    expect(text).not.toMatch(/secret|hash/i);
    expect((await ask("reporting", first)).status).toBe(200);
    const rotated = await send("POST", "('reporting')/rotateSecret", {});
    expect([rotated.status, rotated.json.id]).toEqual([200, "reporting"]);
    expect((await ask("reporting", first)).status).toBe(401);
    expect((await ask("reporting", String(rotated.json.secret))).status).toBe(200);
    const change = JSON.stringify(await api.store.changeLog.read(0, 10_000));
    for (const secret of [first, rotated.json.secret]) expect(change).not.toContain(secret);
  });

  it("has none where it is public, and cannot get one", async () => {
    const { json } = await send("POST", "", { id: "native", ...native });
    expect(json).toMatchObject({ id: "native", secret: null });
    expect(failure(await send("POST", "('native')/rotateSecret", {})).slice(0, 2)).toEqual([400, "CLIENT_UNFIT"]);
    expect((await send("GET", "('native')")).json).toMatchObject({ isPublic: true });
  });
});

describe("a client that is changed", () => {
  it("is judged by the same rules, and only by who has read it as it is", async () => {
    await add("changing", native);
    const path = "('changing')";
    expect((await send("PATCH", path, { redirectUris: ["https://a.example/"], displayName: "A" })).status).toBe(204);
    expect((await send("GET", path)).json).toMatchObject({ redirectUris: ["https://a.example/"], displayName: "A" });
    expect((await send("PATCH", path, { displayName: null })).status).toBe(204);
    expect(failure(await send("PATCH", path, { redirectUris: [] })).slice(0, 2)).toEqual([400, "CLIENT_UNFIT"]);
    expect(failure(await send("PATCH", path, { grants: ["client_credentials"] })).slice(0, 2)).toEqual([
      400,
      "CLIENT_UNFIT",
    ]);
    expect(failure(await send("PATCH", "('nobody')", { enabled: true })).slice(0, 2)).toEqual([404, "NOT_FOUND"]);
    const late = await api.send("PATCH", `/v2/clients${path}`, {
      as: "root",
      body: { displayName: "B" },
      headers: { "if-match": '"old"' },
    });
    expect(failure(late).slice(0, 2)).toEqual([412, "VERSION_MISMATCH"]);
  });

  it("and shut out gets nothing any more, nor does who has signed in with it, until it is served again", async () => {
    const secret = await add("shut", {
      grants: [...own.grants, "client_credentials"],
      firstParty: true,
      userId: "robot",
    });
    const signedIn = await signIn("shut", secret);
    const itself = await ask("shut", secret);
    const bearer = (answer: TestAnswer) => ({ headers: { authorization: `Bearer ${answer.json.access_token}` } });
    expect((await api.send("GET", "/v2/users", bearer(signedIn))).status).toBe(200);
    expect((await send("PATCH", "('shut')", { enabled: false })).status).toBe(204);
    for (const answer of [
      await ask("shut", secret),
      await signIn("shut", secret),
      await refresh("shut", secret, String(signedIn.json.refresh_token)),
      await ask("shut", secret, { grant_type: "authorization_code", code: "c", redirect_uri: "u", code_verifier: "v" }),
    ])
      expect([answer.status, answer.json.error]).toEqual([401, "invalid_client"]);
    for (const answer of [signedIn, itself])
      expect((await api.send("GET", "/v2/users", bearer(answer))).status).toBe(401);
    await send("PATCH", "('shut')", { enabled: true });
    expect((await ask("shut", secret)).status).toBe(200);
    expect((await refresh("shut", secret, String(signedIn.json.refresh_token))).status).toBe(400);
  });
});

describe("what a client was given", () => {
  it("is listed with whose it is, and ended one by one or all at once", async () => {
    const secret = await add("portal", own);
    const first = await signIn("portal", secret);
    const second = await signIn("portal", secret);
    const read = "('portal')/tokens?$expand=user($select=id)&$filter=revokedAt%20eq%20null";
    const { json, text } = await send("GET", read);
    expect(json.value).toMatchObject([{ user: { id: "ada" }, revokedAt: null }, { user: { id: "ada" } }]);
    for (const { json: given } of [first, second]) expect(text).not.toContain(String(given.refresh_token));
    const ended = await send("POST", "('portal')/revokeTokens", { tokenKey: json.value[0].key });
    expect([ended.status, ended.json]).toMatchObject([200, { sessions: 1, left: false }]);
    expect((await refresh("portal", secret, String(first.json.refresh_token))).status).toBe(400);
    const again = await refresh("portal", secret, String(second.json.refresh_token));
    expect(again.status).toBe(200);
    const others = await send("POST", "('gatehouse')/revokeTokens", { tokenKey: json.value[1].key });
    expect(failure(others).slice(0, 2)).toEqual([404, "NOT_FOUND"]);
    expect((await send("POST", "('portal')/revokeTokens", {})).json).toMatchObject({ sessions: 1, left: false });
    expect((await refresh("portal", secret, String(again.json.refresh_token))).status).toBe(400);
    expect((await send("GET", read)).json.value).toEqual([]);
  });

  it("ends with it when it is removed, which is refused while there is more than ends at once", async () => {
    const secret = await add("crowded", own);
    const { json } = await signIn("crowded", secret);
    const [grant] = await api.store.select("persistedGrants", { where: { clientId: "crowded" } });
    await api.store.transaction(async () => {
      for (let index = 0; index < 300; index++) {
        const key = `crowded-${index}`;
        await api.store.save("persistedGrants", { ...grant, key, family: key, tokenHash: key });
      }
    });
    expect(failure(await send("DELETE", "('crowded')")).slice(0, 2)).toEqual([409, "CLIENT_IN_USE"]);
    await send("PATCH", "('crowded')", { enabled: false });
    while ((await send("POST", "('crowded')/revokeTokens", {})).json.left) continue;
    expect((await send("DELETE", "('crowded')")).status).toBe(204);
    expect((await refresh("crowded", secret, String(json.refresh_token))).status).toBe(401);
    expect(failure(await send("DELETE", "('crowded')")).slice(0, 2)).toEqual([404, "NOT_FOUND"]);
    const codes = await api.store.select("sesslog_full", { where: { ident: "crowded", result: "S" } });
    expect(new Set(codes.map(({ operation }) => operation))).toEqual(new Set(["CLAD", "CLUP", "CLSE", "CLRM"]));
  });

  it("stays with the service's own client, which cannot be removed", async () => {
    expect(failure(await send("DELETE", "('gatehouse')"))).toEqual([409, "CLIENT_BUILT_IN", "key"]);
  });
});
