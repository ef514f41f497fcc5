import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { passwordLinkMinutes } from "#domain/people-limits.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { auditedCalls } from "#test/support/audited-calls.ts";
import { createQuickHasher } from "#test/support/quick-hasher.ts";

const clock = new ManualClock();
const hasher = createQuickHasher();
const chosen = "Orange-boat 7 upstream";
let api: TestApi;
let person: Row<"users">;
let count = 0;
let dummyChecks = 0;
let rootToken = "";

beforeAll(async () => {
  const passwords: typeof hasher = {
    hash: (password) => hasher.hash(password),
    verify(hash, password, source) {
      if (hash === null && source !== undefined) dummyChecks += 1;
      return hasher.verify(hash, password, source);
    },
  };
  api = await openTestApi({ clock, passwords });
});
afterAll(() => api.close());
beforeEach(async () => {
  person = await api.addUser(`person${++count}`, { displayName: "Pat Perkins" });
  // Access tokens end with the clock; root signs in once more.
  rootToken = String((await api.signIn("root")).json.access_token);
});

const asRoot = (path: string) =>
  api.send("POST", path, { headers: { authorization: `Bearer ${rootToken}` }, body: {} });
const issue = async ({ key }: Pick<Row<"users">, "key"> = person): Promise<URL> => {
  const { status, json } = await asRoot(`/v2/users(${key})/issuePasswordLink`);
  expect(status).toBe(200);
  return new URL(json.link);
};
const secretOf = (link: URL) => link.searchParams.get("link") ?? "";
const choose = (link: URL | string, password = chosen, again = password) =>
  api.send("POST", "/identity/connect/password", {
    form: { link: typeof link === "string" ? link : secretOf(link), password, again },
  });
const signIn = (password: string) => api.signIn(person.id, { password });
const alertsOf = ({ text }: TestAnswer) => [...text.matchAll(/role="alert">([^<]*)</g)].map(([, alert]) => alert);
const refused = "The link is invalid, used or expired. Request a new one.";

describe("a link by which a user chooses a password", () => {
  it("leads to a page, whose form sets the password once", async () => {
    const link = await issue();
    expect(link.href).toMatch(/^https:\/\/gatehouse\.example\/identity\/connect\/password\?link=[\w-]{43}$/);
    const shown = await api.send("GET", link.pathname + link.search);
    expect([shown.status, shown.text.includes(`value="${secretOf(link)}"`)]).toEqual([200, true]);
    expect(shown.headers["referrer-policy"]).toBe("no-referrer");
    const set = await choose(link);
    expect([set.status, set.text.includes("Your password is set")]).toEqual([200, true]);
    expect((await signIn(chosen)).status).toBe(200);
    expect((await signIn(`password-of-${person.id}`)).status).toBe(400);
    const once = await choose(link, "Another-boat 8 upstream");
    expect([once.status, alertsOf(once)]).toEqual([400, [refused]]);
    expect((await signIn(chosen)).status).toBe(200);
    expect(await api.store.count("sesslog_full", { operation: "USLK", recipient: person.key, result: "S" })).toBe(1);
    expect(await api.store.count("sesslog_full", { operation: "USPW", actor: person.key, result: "S" })).toBe(1);
  });

  it("is kept as a hash, and stands nowhere", async () => {
    const secret = secretOf(await issue());
    const rows = [
      await api.store.select("users"),
      await api.store.select("sesslog_full"),
      await api.store.changeLog.read(0, 1000),
    ];
    expect(JSON.stringify(rows)).not.toContain(secret);
    const { passwordLinkHash } = (await api.store.get("users", person.key)) ?? {};
    expect(passwordLinkHash).toHaveLength(43);
    // The hash reveals nothing more to a reader of the log.
    expect(JSON.stringify(rows.slice(1))).not.toContain(passwordLinkHash);
  });

  it("ends with a newer one, with its time, and with the user's right to come in", async () => {
    const first = await issue();
    const second = await issue();
    expect(alertsOf(await choose(first))).toEqual([refused]);
    clock.advance(passwordLinkMinutes * 60_000);
    expect(alertsOf(await choose(second))).toEqual([refused]);
    rootToken = String((await api.signIn("root")).json.access_token);
    const third = await issue();
    await asRoot(`/v2/users(${person.key})/disable`);
    expect(alertsOf(await choose(third))).toEqual([refused]);
    expect((await asRoot(`/v2/users(${person.key})/issuePasswordLink`)).json.error.code).toBe("RECIPIENT_UNFIT");
    await asRoot(`/v2/users(${person.key})/enable`);
    expect(alertsOf(await choose(third))).toEqual([refused]);
  });

  it("is nothing to a user whom an administrator has locked, and lifts a lock by wrong passwords", async () => {
    const link = await issue();
    const lock = (lockedBy: "administrator" | "failures") =>
      api.store.transaction(() =>
        api.store.save("users", { key: person.key, locked: true, lockedBy, lockedAt: clock.now(), failures: 5 }),
      );
    await lock("administrator");
    expect(alertsOf(await choose(link))).toEqual([refused]);
    await lock("failures");
    expect((await choose(link)).status).toBe(200);
    expect(await api.store.get("users", person.key)).toMatchObject({ locked: false, lockedBy: null, failures: 0 });
  });

  it("refuses what the policy refuses, says why, and stays open", async () => {
    const link = await issue();
    const weak = await choose(link, "short");
    expect(weak.status).toBe(400);
    expect(alertsOf(weak).join(" ")).toContain("minLength");
    expect(alertsOf(await choose(link, `Boat 7 ${person.id}`)).join(" ")).toContain("notProfileId");
    expect(alertsOf(await choose(link, "Boat 7 of perkins")).join(" ")).toContain("notNameParts");
    expect(alertsOf(await choose(link, chosen, `${chosen}!`))).toEqual([
      "The two passwords differ. Type the same one twice.",
    ]);
    expect((await choose(link)).status).toBe(200);
  });

  it("ends tokens and sessions of whoever was signed in as the user", async () => {
    const { json } = await api.signIn(person.id);
    const link = await issue();
    await choose(link);
    const answer = await api.send("GET", "/identity/connect/userinfo", {
      headers: { authorization: `Bearer ${json.access_token}` },
    });
    expect(answer.status).toBe(401);
    const renewed = await api.send("POST", "/identity/connect/token", {
      form: { grant_type: "refresh_token", client_id: "gatehouse", refresh_token: json.refresh_token },
    });
    expect(renewed.json.error).toBe("invalid_grant");
  });

  it("is used up by one of two calls at the same time", async () => {
    const link = await issue();
    const answers = await Promise.all([choose(link), choose(link, "Another-boat 8 upstream")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});

describe("a link that is not good", () => {
  it("costs the hash that a good one costs, and is refused alike whatever is wrong with it", async () => {
    const used = await issue();
    await choose(used);
    dummyChecks = 0;
    const answers = [await choose(used), await choose("x".repeat(43)), await choose("nonsense")];
    expect(dummyChecks).toBe(3);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await auditedCalls(api, { operation: "USPW", result: "F" })).toBeGreaterThanOrEqual(3);
  });

  it("is not told from a good one by the page", async () => {
    const good = await issue();
    const page = async (secret: string) =>
      (await api.send("GET", `/identity/connect/password?link=${secret}`)).text.replaceAll(secret, "");
    expect(await page("x".repeat(43))).toBe(await page(secretOf(good)));
  });

  it("cannot bring anything into the page", async () => {
    const { text } = await api.send("GET", "/identity/connect/password?link=%22%3E%3Cscript%3E");
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;"');
  });

  it("is counted, and too many are refused", async () => {
    const strict = await openTestApi({ settings: { tokenRequestsPerMinuteAndAddress: 2 } });
    try {
      const statuses: number[] = [];
      for (let call = 0; call < 4; call += 1) {
        const form = { link: "x", password: chosen, again: chosen };
        statuses.push((await strict.send("POST", "/identity/connect/password", { form })).status);
      }
      expect(statuses).toEqual([400, 400, 429, 429]);
    } finally {
      await strict.close();
    }
  });
});
