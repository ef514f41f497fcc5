import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Row } from "#store/tables.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";

let api: TestApi;
let ada: Row<"users">;
let ben: Row<"users">;

beforeEach(async () => {
  api = await openTestApi();
  [ada, ben] = [await api.addUser("ada"), await api.addUser("ben")];
});
afterEach(() => api.close());

const code = ({ json }: TestAnswer) => json.error?.code;
const signIn = async (id: string) => (await api.signIn(id)).json as { access_token: string; refresh_token: string };
const by = (token: string, method: string, path: string, body?: object) =>
  api.send(method, path, { headers: { authorization: `Bearer ${token}` }, ...(body && { body }) });
const sessionsOf = async (token: string, user: Row<"users">) => by(token, "GET", `/v2/users(${user.key})/sessions`);
const end = (token: string, user: Row<"users">, sessionKey: unknown) =>
  by(token, "POST", `/v2/users(${user.key})/endSession`, { sessionKey });
const keysOf = (answer: TestAnswer) => answer.json.value.map(({ key }: { key: string }) => key) as string[];

describe("one's sessions", () => {
  it("are listed with their doors, and ended one by one while the others go on", async () => {
    const first = await signIn("ada");
    const [mine = ""] = keysOf(await sessionsOf(first.access_token, ada));
    const second = await signIn("ada");
    const listed = await sessionsOf(second.access_token, ada);
    const begun = { door: "password", actor: ada.key, endedAt: null };
    expect(listed.json.value).toMatchObject([begun, begun]);
    const [other = ""] = keysOf(listed).filter((key) => key !== mine);
    const ended = await end(second.access_token, ada, mine);
    expect([ended.status, ended.json]).toEqual([
      200,
      expect.objectContaining({ key: ada.key, sessionKey: mine, endedAt: expect.any(String) }),
    ]);
    expect((await sessionsOf(first.access_token, ada)).status).toBe(401);
    const refreshed = await api.send("POST", "/identity/connect/token", {
      form: { client_id: "gatehouse", grant_type: "refresh_token", refresh_token: first.refresh_token },
    });
    expect([refreshed.status, refreshed.json.error]).toEqual([400, "invalid_grant"]);
    const left = await by(
      second.access_token,
      "GET",
      `/v2/users(${ada.key})/sessions?$filter=endedAt eq null`.replaceAll(" ", "%20"),
    );
    expect(keysOf(left)).toEqual([other]);
    const read = await by(second.access_token, "GET", `/v2/users(${ada.key})/sessions('${mine}')`);
    expect(read.json).toMatchObject({ endReason: "logout" });
    expect(code(await end(second.access_token, ada, mine))).toBe("SESSION_ENDED");
    const audited = await api.store.select("sesslog_full", { where: { operation: "SSEN", result: "S" } });
    expect(audited).toMatchObject([{ actor: ada.key, recipient: ada.key, ident: mine }]);
  });

  it("are nobody else's but superusers'", async () => {
    const [own, foreign] = [await signIn("ada"), await signIn("ben")];
    const [session = ""] = keysOf(await sessionsOf(own.access_token, ada));
    expect((await sessionsOf(foreign.access_token, ada)).status).toBe(403);
    expect((await end(foreign.access_token, ada, session)).status).toBe(403);
    expect(code(await end(foreign.access_token, ben, session))).toBe("NOT_FOUND");
    expect(code(await end(own.access_token, ada, "none"))).toBe("NOT_FOUND");
    expect((await end(own.access_token, ada, "")).status).toBe(400);
    expect((await sessionsOf(own.access_token, ada)).status).toBe(200);
    const root = await signIn("root");
    expect((await end(root.access_token, ada, session)).status).toBe(200);
    const read = await by(root.access_token, "GET", `/v2/sessionLogs('${session}')`);
    expect(read.json).toMatchObject({ endReason: "revoked" });
  });

  it("are not those of clients that act for themselves", async () => {
    const sessid = api.context.ids.guid();
    await api.store.transaction(() =>
      api.store.sessions.start({
        sessid,
        door: "clientCredentials",
        userKey: ada.key,
        clientId: "robot",
        ip: null,
        startedAt: api.context.clock.now(),
        expiresAt: null,
      }),
    );
    const { access_token: token } = await signIn("ada");
    expect(code(await end(token, ada, sessid))).toBe("NOT_FOUND");
  });
});
