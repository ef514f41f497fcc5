import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { DeliveryWay } from "#domain/mass-resets/password-delivery.ts";
import { deletedPasswordsPageMax } from "#domain/password-delivery-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { openSealed, readSealed } from "#operations/kernel/sealed-files/open-sealed.ts";
import { deliverAtEnd, deliverToOwners } from "#operations/mass-resets/engine/deliver.ts";
import { endedOwners } from "#operations/mass-resets/engine/owners-ended.ts";
import { undeliverableAmong } from "#operations/mass-resets/engine/undeliverable.ts";
import { handleDeliveryMoment } from "#operations/mass-resets/handle-delivery-moment.ts";
import { claimMail } from "#operations/notices/claim-mail.ts";
import { gatherNotices } from "#operations/notices/gather-notices.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { codeAt, type EnrolledCodes, enrolCodes } from "#test/support/one-time-codes.ts";
import { failure } from "#test/support/says.ts";

const hourMs = 3_600_000;
const deliveryHours = 48;
const passphrase = "seven kettles are on the stove";
const clock = new ManualClock();
let api: TestApi;
let ada: Row<"users">;
let bob: Row<"users">;
let codes: EnrolledCodes;
let made = 0;

beforeAll(async () => {
  const mail = { smtpHost: "127.0.0.1", mailFrom: "gatehouse@example.org" };
  api = await openTestApi({ clock, settings: { ...mail, noticeDelivery: "atOnce" } });
  ada = await api.addUser("ada", { mail: "ada@example.org" });
  bob = await api.addUser("bob", { mail: "bob@example.org", superuser: true });
  codes = await enrolCodes(justSignedIn(), ada);
  clock.advance(hourMs);
});
afterAll(() => api.close());
beforeEach(() => clock.advance(60_000));

const engine = engineCaller("idwfm", "test");
const engineContext = () => ({ ...api.context, caller: engine, visible: new Map() }) as never;

/** Makes a mass reset with accounts of ada that were reset, and delivers their passwords on a way. */
async function massReset(way: DeliveryWay, passwords: readonly string[] = ["Orange-boat 7", "Purple-kite 8"]) {
  const { store, ids } = api.context;
  const key = ids.guid();
  const now = clock.now();
  const draft = {
    chosen: [],
    skipped: [],
    requestId: "r",
    createdAt: now,
    reason: "a breach",
    chosenBy: "users",
  } as const;
  const row = {
    key,
    number: `20300101-${++made}`,
    state: "ended",
    delivery: way,
    deliveryHours,
    startedByKey: bob.key,
  } as const;
  await store.transaction(async () => {
    const massResetRow = await store.add("massResets", { ...draft, ...row, requesterKey: bob.key });
    for (const [index, password] of passwords.entries()) {
      const account = ids.guid();
      await store.add("massResetAccounts", {
        key: account,
        runKey: key,
        accountKey: ids.guid(),
        accountName: `ada${index}`,
        targetSystemKey: "T1",
        userKey: ada.key,
        act: "set",
        result: "S",
        createdAt: now,
        endedAt: now,
        password: store.seal(new Secret(password), { table: "massResetAccounts", key: account, column: "password" }),
      });
    }
    await deliverToOwners(engineContext(), massResetRow, await ownersOf(massResetRow));
    await deliverAtEnd(engineContext(), massResetRow);
  });
  const [delivery] = await store.select("passwordDeliveries", { where: { massResetKey: key } });
  if (delivery === undefined) throw new Error("nothing is delivered");
  return { key, delivery };
}

const ownersOf = async (massResetRow: Row<"massResets">) => {
  const userKeys = (await rowsOf(massResetRow.key)).flatMap(({ userKey }) => userKey ?? []);
  return endedOwners(engineContext(), massResetRow, [...new Set(userKeys)]);
};
const rowsOf = (massResetKey: string) => api.store.select("massResetAccounts", { where: { runKey: massResetKey } });
const sealedLeft = async (massResetKey: string) =>
  (await rowsOf(massResetKey)).filter(({ password }) => password !== null).length;

/** Handles the due moments of deliveries, as a hub does. */
async function handleDue(): Promise<void> {
  for (;;) {
    const due = await api.store.moments.lease(10, "passwordDelivery");
    if (due.length === 0) return;
    for (const { key } of due) await invoke(handleDeliveryMoment, api.context, engine, { key });
  }
}

/** Returns the API for callers who have just signed in. */
const justSignedIn = (): TestApi => ({
  ...api,
  async send(method, path, { as, ...rest } = {}) {
    const token = as === undefined ? undefined : String((await api.signIn(as)).json.access_token);
    const headers = { ...rest.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    return api.send(method, path, { ...rest, headers });
  },
});
const call = (path: string, as: string, body: object = {}): Promise<TestAnswer> =>
  justSignedIn().send("POST", `/v2/passwordDeliveries(${path}`, { as, body });
const read = (path: string, as: string) => justSignedIn().send("GET", path, { as });
const download = (key: string, as: string, body: object = { passphrase }) => call(`${key})/download`, as, body);
const code = () => codeAt(codes.secret, clock.now());
const reveal = (key: string, as = "ada", given: string = code()) => call(`${key})/reveal`, as, { code: given });
const audits = async (operation: string) =>
  (await api.store.select("sesslog_full", { where: { operation } })).map(({ result, actor }) => [result, actor]);

/** Returns the addresses in the mails that are sent now. */
async function mailedLinks(): Promise<readonly URL[]> {
  await invoke(gatherNotices, api.context, engine, {});
  const links: URL[] = [];
  for (;;) {
    const mail = await invoke(claimMail, api.context, engine, {});
    if (mail === null) return links;
    for (const { values } of mail.content.notices) if (values["link"]) links.push(new URL(values["link"]));
    await api.store.transaction(() => api.store.save("noticeMails", { key: mail.key, state: "sent" }));
  }
}
const open = (link: URL) => api.send("POST", link.pathname, { form: { link: link.searchParams.get("link") ?? "" } });

describe("a file of passwords", () => {
  it("is given once, sealed, to the one who started the mass reset", async () => {
    const { key, delivery } = await massReset("file");
    expect(delivery).toMatchObject({ way: "file", userKey: bob.key, accounts: 2, state: "waiting" });
    expect(failure(await download(delivery.key, "root")).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    expect((await download(delivery.key, "ada")).status).toBe(403);
    const given = await download(delivery.key, "bob");
    expect([given.status, given.json.accounts, given.text.includes("Orange")]).toEqual([200, 2, false]);
    const form = readSealed("x", given.json.file);
    const { content } = await openSealed("x", form, { passphrase: new Secret(passphrase) });
    const [head, ...lines] = content.use((text) => text).split("\r\n");
    expect([head, lines.toSorted()]).toEqual([
      '"user","name","targetSystem","account","password"',
      ["", '"ada","","T1","ada0","Orange-boat 7"', '"ada","","T1","ada1","Purple-kite 8"'],
    ]);
    await expect(openSealed("x", form, { passphrase: new Secret(`${passphrase}s`) })).rejects.toThrow("another one");
    expect(failure(await download(delivery.key, "bob")).slice(0, 2)).toEqual([409, "DELIVERY_OVER"]);
    await handleDue();
    expect(await sealedLeft(key)).toBe(0);
    expect(await audits("MSDF")).toContainEqual(["S", bob.key]);
  });

  it("is not given to one who is no superuser any longer", async () => {
    const { key, delivery } = await massReset("file");
    await api.store.transaction(() => api.store.save("users", { key: bob.key, superuser: false }));
    expect((await download(delivery.key, "bob")).status).toBe(403);
    await api.store.transaction(() => api.store.save("users", { key: bob.key, superuser: true }));
    expect(await sealedLeft(key)).toBe(2);
  });

  it.each([
    ["nothing", {}, "passphrase"],
    ["both a passphrase and a key", { passphrase, publicKey: "x" }, "passphrase"],
    ["a short passphrase", { passphrase: "short" }, "passphrase"],
    ["no key", { publicKey: "x" }, "publicKey"],
  ])("is not sealed by %s, and still waits", async (_what, body, target) => {
    const { key, delivery } = await massReset("file");
    expect(failure(await download(delivery.key, "bob", body))).toEqual([400, "SEALED_FILE_REFUSED", target]);
    await handleDue();
    expect(await sealedLeft(key)).toBe(2);
  });

  it("needs a fresh proof", async () => {
    const { delivery } = await massReset("file");
    const { proofMinutes } = api.context.settings;
    Object.assign(api.context.settings, { proofMinutes: 0 });
    const refused = await download(delivery.key, "bob");
    Object.assign(api.context.settings, { proofMinutes });
    expect([refused.status, refused.json.error.code]).toEqual([401, "PROOF_REQUIRED"]);
  });

  it("is deleted at its end in pages, and given to nobody any more", async () => {
    const { key, delivery } = await massReset(
      "file",
      Array.from({ length: deletedPasswordsPageMax + 1 }, (_, index) => `Orange-boat ${index}`),
    );
    clock.advance(deliveryHours * hourMs - 1);
    await handleDue();
    expect(await sealedLeft(key)).toBe(deletedPasswordsPageMax + 1);
    clock.advance(1);
    expect(failure(await download(delivery.key, "bob")).slice(0, 2)).toEqual([409, "DELIVERY_OVER"]);
    await handleDue();
    expect(await sealedLeft(key)).toBe(0);
    expect(await api.store.get("passwordDeliveries", delivery.key)).toMatchObject({
      state: "expired",
      deliveredAt: null,
    });
    const ended = { operation: "MSDE", ident: delivery.key, recipient: bob.key, result: "S" } as const;
    expect(await api.store.count("sesslog_full", ended)).toBe(1);
  });
});

describe("passwords in My access", () => {
  it("are shown once, for a code of the authenticator app", async () => {
    const { key, delivery } = await massReset("myAccess");
    expect((await reveal(delivery.key, "bob")).status).toBe(403);
    expect((await reveal(delivery.key, "ada", "000000")).json.error).toMatchObject({ code: "ONE_TIME_CODE_WRONG" });
    const used = code();
    const { status, json } = await reveal(delivery.key, "ada", used);
    expect([status, json.passwords]).toEqual([
      200,
      [
        { targetSystemKey: "T1", accountName: "ada0", password: "Orange-boat 7" },
        { targetSystemKey: "T1", accountName: "ada1", password: "Purple-kite 8" },
      ],
    ]);
    clock.advance(60_000);
    expect(failure(await reveal(delivery.key)).slice(0, 2)).toEqual([409, "DELIVERY_OVER"]);
    await handleDue();
    expect(await sealedLeft(key)).toBe(0);
    expect((await audits("MSDV")).map(([result]) => result)).toEqual(expect.arrayContaining(["F", "S"]));
  });

  it("count wrong codes like wrong passwords", async () => {
    const { delivery } = await massReset("myAccess");
    await reveal(delivery.key, "ada", "000000");
    expect((await api.store.get("users", ada.key))?.failures).toBeGreaterThan(0);
    expect((await reveal(delivery.key)).status).toBe(200);
  });

  it("are not shown for an authenticator app that was added after they began to be reset", async () => {
    const { key, delivery } = await massReset("myAccess");
    codes = await enrolCodes(justSignedIn(), ada);
    clock.advance(60_000);
    expect(failure(await reveal(delivery.key)).slice(0, 2)).toEqual([403, "DELIVERY_FACTOR_TOO_NEW"]);
    expect(await sealedLeft(key)).toBe(2);
  });

  it("are announced without a link, and only their reader and superusers see that they wait", async () => {
    await mailedLinks();
    const { delivery } = await massReset("myAccess");
    expect(await mailedLinks()).toEqual([]);
    const seen = (as: string) => read(`/v2/passwordDeliveries?$filter=key%20eq%20${delivery.key}`, as);
    expect((await seen("ada")).json.value).toHaveLength(1);
    expect((await seen("ada")).text).not.toContain("Orange");
    await api.addUser("eve");
    expect((await seen("eve")).json.value).toEqual([]);
  });
});

describe("a one-time link", () => {
  it("shows the passwords once, after a click", async () => {
    await mailedLinks();
    const { key, delivery } = await massReset("link");
    const [link] = await mailedLinks();
    if (link === undefined) throw new Error("no link was mailed");
    expect(link.href).toMatch(/^https:\/\/gatehouse\.example\/identity\/connect\/passwords\?link=[\w-]{43}$/);
    // Programs that look at the links of mails use nothing up, and see no password.
    for (const method of ["GET", "HEAD", "GET"]) {
      const looked = await api.send(method, link.pathname + link.search);
      expect([looked.status, looked.text.includes("Orange")]).toEqual([200, false]);
    }
    const shown = await open(link);
    expect([shown.status, shown.text.includes("<code>Orange-boat 7</code>")]).toEqual([200, true]);
    expect([shown.headers["cache-control"], shown.headers["referrer-policy"]]).toEqual(["no-store", "no-referrer"]);
    const again = await open(link);
    expect([again.status, again.text.includes("Orange")]).toEqual([400, false]);
    expect(again.text).toContain("The link is invalid, used or expired");
    await handleDue();
    expect(await sealedLeft(key)).toBe(0);
    expect(await api.store.get("passwordDeliveries", delivery.key)).toMatchObject({
      state: "delivered",
      tokenHash: null,
    });
    expect(await audits("MSDO")).toContainEqual(["S", ada.key]);
  });

  it("is stored as a hash only, and ends with a newer mail", async () => {
    await mailedLinks();
    const { delivery } = await massReset("link");
    const [first] = await mailedLinks();
    const secret = first?.searchParams.get("link") ?? "";
    expect(secret).toHaveLength(43);
    const rows = [
      await api.store.select("passwordDeliveries"),
      await api.store.select("notices"),
      await api.store.select("noticeMails"),
      await api.store.select("sesslog_full"),
      await api.store.changeLog.read(0, 10_000),
    ];
    expect(JSON.stringify(rows)).not.toContain(secret);
    const [mail] = await api.store.select("noticeMails", { where: { userKey: ada.key }, orderBy: [["dueAt", "desc"]] });
    await api.store.transaction(() =>
      api.store.save("noticeMails", { key: mail?.key ?? "", state: "waiting", nextTryAt: 0 }),
    );
    const [second] = await mailedLinks();
    if (first === undefined || second === undefined) throw new Error("no link was mailed");
    expect((await open(first)).status).toBe(400);
    expect((await open(second)).status).toBe(200);
    expect((await api.store.get("passwordDeliveries", delivery.key))?.state).toBe("delivered");
  });

  it.each([
    ["is over", async () => Promise.resolve(clock.advance(deliveryHours * hourMs))],
    [
      "belongs to a disabled user",
      () => api.store.transaction(() => api.store.save("users", { key: ada.key, disabled: true })),
    ],
  ])("that %s opens nothing", async (_what, happens) => {
    await mailedLinks();
    const { delivery } = await massReset("link");
    const [link] = await mailedLinks();
    await happens();
    expect((await open(link ?? new URL("https://x.example/"))).status).toBe(400);
    await api.store.transaction(() => api.store.save("users", { key: ada.key, disabled: false }));
    expect((await api.store.get("passwordDeliveries", delivery.key))?.state).toBe("waiting");
  });

  it("is not mailed to an address that was changed shortly ago, whoever has changed it", async () => {
    const move = (mail: string) => api.store.transaction(() => api.store.save("users", { key: ada.key, mail }));
    await mailedLinks();
    const { delivery } = await massReset("link");
    await move("stranger@example.org");
    expect(await mailedLinks()).toEqual([]);
    const [mail] = await api.store.select("noticeMails", { where: { userKey: ada.key }, orderBy: [["dueAt", "desc"]] });
    expect(mail).toMatchObject({ state: "dead", lastError: expect.stringContaining("PASSWORD_LINK_MAIL_HOURS") });
    expect(await api.store.get("passwordDeliveries", delivery.key)).toMatchObject({
      state: "waiting",
      tokenHash: null,
    });
    await move("ada@example.org");
    const undeliverable = () => undeliverableAmong(engineContext(), { delivery: "link" }, [ada.key, bob.key]);
    expect([...(await undeliverable())]).toEqual([[ada.key, "newMail"]]);
    clock.advance(api.context.settings.passwordLinkMailHours * hourMs + 1);
    expect([...(await undeliverable())]).toEqual([]);
    await massReset("link");
    expect(await mailedLinks()).toHaveLength(1);
  });

  it("is in the mail alone: the list of notifications names no address", async () => {
    await massReset("link");
    const { text } = await read("/v2/notices", "ada");
    expect(text).toContain("passwordsByLink");
    expect(text).not.toContain("connect/passwords");
  });
});

it("makes no delivery for a person of whom an account is still open", async () => {
  const { store } = api;
  const { key } = await massReset("link");
  const [massResetRow] = await store.select("massResets", { where: { key } });
  const [second] = await rowsOf(key);
  const deliveries = () => store.count("passwordDeliveries", { massResetKey: key });
  await store.transaction(async () => {
    for (const delivery of await store.select("passwordDeliveries", { where: { massResetKey: key } }))
      await store.remove("passwordDeliveries", delivery.key);
    await store.save("massResetAccounts", { key: second?.key ?? "", result: null, endedAt: null });
    if (massResetRow) await deliverToOwners(engineContext(), massResetRow, await ownersOf(massResetRow));
  });
  expect(await deliveries()).toBe(0);
  await store.transaction(async () => {
    await store.save("massResetAccounts", { key: second?.key ?? "", result: "F", password: null });
    if (massResetRow) await deliverToOwners(engineContext(), massResetRow, await ownersOf(massResetRow));
  });
  expect(await store.select("passwordDeliveries", { where: { massResetKey: key } })).toMatchObject([{ accounts: 1 }]);
});
