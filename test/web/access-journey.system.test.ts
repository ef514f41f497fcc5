// @input mouse keyboard
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";

import { addPeople } from "../support/people.ts";
import type { RestUser } from "../support/rest.ts";
import { findingsOn } from "./support/accessible.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, roomPassword, type WebRoom } from "./support/web-room.ts";

const hourMs = 3_600_000;
const recipients = ["ada", "dora", "fred"] as const;
type Recipient = (typeof recipients)[number];

let folder: string;
let room: WebRoom;
let keys: Readonly<Record<Recipient | "carl", string>>;
const opened: WatchedPage[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-access-"));
  const clock = new URL("../support/moved-clock.ts", import.meta.url);
  clock.searchParams.set("file", join(folder, "ahead"));
  room = await openWebRoom({ NODE_OPTIONS: `--import=${clock.href}` });
  const { context, close } = await room.installation.compose();
  const added = await addPeople(context, ["carl", "dora", "fred"], roomPassword);
  await close();
  keys = { ...added, ada: room.people.ada };
});
afterAll(async () => {
  await room?.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => opened.splice(0).forEach((one) => one.expectClean()));

/** Moves the clocks of all processes of the service. */
function advance(ms: number): void {
  // Replaced as a whole, because the processes read it all the time.
  writeFileSync(join(folder, "next"), String(ms));
  renameSync(join(folder, "next"), join(folder, "ahead"));
}

async function as(userName: string, password = roomPassword) {
  await room.browser.context.clearCookies();
  const watched = await openWatchedPage(room.browser, room.installation.address);
  opened.push(watched);
  await signIn(watched.page, userName, password);
  return watched.page;
}

const at = (path: string) => `${room.installation.address}/react/#${path}`;
const member = (name: string) => `uid=${name},`;

async function membersOfSales(): Promise<string> {
  return room.directory.ldapsearch("(cn=sales)", "member");
}

/** Sends a call that must be accepted; returns the body of the answer. */
async function sent<T = { readonly key: string }>(
  user: RestUser,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const answer = await user.post(path, body, headers);
  if (answer.status >= 300) throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

/** Returns the header that says that a user has seen a request as it is now. */
async function asSeen(user: RestUser, requestKey: string) {
  const { body } = await user.get(`/v2/requests(${requestKey})`);
  return { "if-match": String((body as Readonly<Record<string, unknown>>)["@odata.etag"]) };
}

async function valuesOf<T>(user: RestUser, path: string): Promise<readonly T[]> {
  const { status, body } = await user.get(path);
  if (status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(body)}`);
  return (body as { readonly value: readonly T[] }).value;
}

interface ShownGrant {
  readonly kind: string;
  readonly because: string;
  readonly requestKey: string | null;
  readonly until: string | null;
  readonly endedAt: string | null;
  readonly endedBecause: string | null;
}

const grantsOf = (user: RestUser, name: Recipient) =>
  valuesOf<ShownGrant>(user, `/v2/grants?$filter=userKey eq ${keys[name]} and kind eq 'membership'`);

/** Adds badges that people make, a group of the directory, accounts of the recipients there, and the template; returns its key. */
async function setUp(): Promise<string> {
  const { admin, people } = room;
  await sent(admin, "/v2/targetSystems", {
    id: "BADGES",
    description: "Badges of the gate",
    fulfilment: "implementer",
    implementers: [{ userKey: people.eve }],
    autoApprove: true,
  });
  const colour = { attribute: "colour", minValues: 0, discoveredObjectType: "user" };
  await sent(admin, "/v2/targetSystems('BADGES')/attributeDefinitions", colour);
  for (const shortId of recipients) {
    await room.addAccount({ shortId, userKey: keys[shortId], password: "Crane-lamp-42" });
  }
  const { key } = await sent(admin, "/v2/groups", { targetSystemKey: "DIRECTORY", shortId: "sales" });
  await admin.until(`/v2/operations(${key})`, ({ status }) => status === "succeeded");
  const [group] = await valuesOf<{ readonly key: string }>(admin, "/v2/groups?$filter=shortId eq 'sales'");
  const template = await sent(admin, "/v2/templates", {
    name: "Visitor",
    description: "A badge, and the group of sales for an hour",
    formFields: [{ name: "colour", type: "text", label: "Colour", required: true }],
    operations: [
      { code: "GRUA", targetSystemKey: "DIRECTORY", groupKey: group?.key, account: "own", forHours: 1 },
      {
        code: "ACUA",
        targetSystemKey: "BADGES",
        attributes: { shortId: "{profile.id}-badge", colour: "{form.colour}" },
      },
    ],
  });
  await sent(admin, `/v2/templates(${template.key})/setAuthorizationPhases`, {
    authorizationPhases: [{ sequence: 1, mayEdit: true, authorizers: [{ userKey: keys.carl }] }],
  });
  return template.key;
}

test("a template for three: one is denied, one edited, one done as it was; each ledger replays, each access says why, and after its hour it is gone", async () => {
  const { admin, rest, people } = room;
  const templateKey = await setUp();

  const { id, password } = room.installation.superuser;
  const root = await as(id, password);
  await root.goto(at(`/templates/${templateKey}/use`));
  for (const name of recipients) {
    await root.getByLabel("Add a recipient").fill(name);
    await root.getByRole("button", { name: new RegExp(`\\(${name}\\)$`) }).click();
  }
  await root.getByLabel("Colour").fill("green");
  await root.getByRole("button", { name: "Preview" }).click();
  await root
    .getByText(/^fred: .*2 approval phases$/)
    .first()
    .waitFor();
  expect(await findingsOn(root)).toEqual([]);
  await root.getByRole("button", { name: "Submit for 3 people" }).click();
  await root.getByText("3 of 3 submitted, 0 refused, 0 waiting").waitFor();
  expect(await findingsOn(root)).toEqual([]);

  await root.getByRole("link", { name: "Submitted", exact: true }).first().click();
  await root.getByRole("link", { name: "Batch of this request" }).click();
  await root.getByText("3 of 3 submitted, 0 refused, 0 waiting").waitFor();

  const [batch] = await valuesOf<{ readonly key: string }>(admin, "/v2/requestBatches");
  const members = await valuesOf<{ readonly recipientKey: string; readonly requestKey: string }>(
    admin,
    `/v2/requestBatches(${batch?.key})/members`,
  );
  const requestOf = (name: Recipient) =>
    members.find(({ recipientKey }) => recipientKey === keys[name])?.requestKey ?? "";

  // The approver changes one request, denies another, and approves the whole batch: what was changed is an exception.
  const carl = await rest.signIn("carl", roomPassword);
  const changed = [{ sequence: 2, attributes: { shortId: ["fred-badge"], colour: ["red"] } }];
  await sent(carl, `/v2/requests(${requestOf("fred")})/edit`, { operations: changed });
  const no = { phase: 1, decision: "deny", comment: "not yet" };
  await sent(carl, `/v2/requests(${requestOf("dora")})/decide`, no);
  const approver = await as("carl");
  await approver.goto(at(`/request-batches/${batch?.key}`));
  await approver.getByRole("button", { name: "Approve all" }).click();
  const dialog = approver.getByRole("dialog", { name: /^Approve all/ });
  await dialog.getByRole("button", { name: "Approve all" }).click();
  await dialog.getByText("1 request changed, 1 left as they are").waitFor();
  expect(await findingsOn(approver)).toEqual([]);
  const yes = { phase: 1, decision: "approve" };
  const decide = `/v2/requests(${requestOf("fred")})/decide`;
  expect((await carl.post(decide, yes)).status).toBe(412);
  await sent(carl, decide, yes, await asSeen(carl, requestOf("fred")));

  const bob = await rest.signIn("bob", roomPassword);
  const all = { phase: 2, decision: "approve" };
  const { skipped } = await sent<{ readonly skipped: readonly { readonly requestKey: string }[] }>(
    bob,
    `/v2/requestBatches(${batch?.key})/decide`,
    all,
  );
  expect(skipped.map(({ requestKey }) => requestKey)).toEqual([requestOf("fred")]);
  await sent(bob, decide, all, await asSeen(bob, requestOf("fred")));

  // The badges are made by a person: one on the page, one over REST.
  const eve = await as("eve");
  await eve.goto(at(`/requests/${requestOf("ada")}`));
  await eve.getByRole("button", { name: "Complete task" }).click();
  const task = eve.getByRole("dialog", { name: "Complete task" });
  await task.getByLabel("Name").fill("ada-badge");
  await task.getByRole("button", { name: "Complete task" }).click();
  await task.waitFor({ state: "detached" });
  await eve.getByText("Completed", { exact: true }).first().waitFor();
  const implementer = await rest.signIn("eve", roomPassword);
  await admin.until(`/v2/requests(${requestOf("fred")})`, ({ status }) => status === "I");
  const done = { operation: 2, shortId: "fred-badge" };
  const seen = await asSeen(implementer, requestOf("fred"));
  await sent(implementer, `/v2/requests(${requestOf("fred")})/completeTask`, done, seen);

  for (const [name, status] of [
    ["ada", "C"],
    ["dora", "D"],
    ["fred", "C"],
  ] as const)
    expect(await admin.until(`/v2/requests(${requestOf(name)})`, ({ active }) => active === false)).toMatchObject({
      status,
    });
  const service = await room.installation.compose();
  for (const name of recipients) {
    const caller = engineCaller("cli", "test");
    const verdict = await invoke(replayRequest, service.context, caller, { key: requestOf(name) });
    expect(verdict).toMatchObject({ findings: [], replayed: verdict.status });
  }
  await service.close();
  const during = await membersOfSales();
  expect(recipients.filter((name) => during.includes(member(name)))).toEqual(["ada", "fred"]);
  const badges = await valuesOf<{ shortId: string; userKey: string }>(
    admin,
    "/v2/accounts?$filter=targetSystemKey eq 'BADGES'&$orderby=shortId",
  );
  expect(badges.map(({ shortId, userKey }) => [shortId, userKey])).toEqual([
    ["ada-badge", people.ada],
    ["fred-badge", keys.fred],
  ]);

  // The access leads to its request and who approved it.
  const [grant, ...others] = await grantsOf(admin, "ada");
  expect(others).toEqual([]);
  expect(grant).toMatchObject({ because: "request", requestKey: requestOf("ada"), endedAt: null });
  const decisions = await valuesOf<{ readonly userKey: string; readonly decision: string }>(
    admin,
    `/v2/requests(${requestOf("ada")})/decisions`,
  );
  expect(decisions.map(({ userKey, decision }) => [userKey, decision]).toSorted()).toEqual(
    [
      [keys.carl, "approve"],
      [people.bob, "approve"],
    ].toSorted(),
  );
  expect(await grantsOf(admin, "dora")).toEqual([]);
  const ada = await as("ada");
  await ada.goto(at("/granted-access"));
  const row = ada.getByRole("row").filter({ hasText: "sales" });
  await row.getByRole("link", { name: /^\d{8}-\d+$/ }).click();
  for (const words of ["approved · Phase 1", "approved · Phase 2"]) await ada.getByText(words).first().waitFor();

  // She asks for more time, and gets it.
  await ada.goto(at("/granted-access"));
  await row.getByRole("button", { name: /^Extend/ }).click();
  const extend = ada.getByRole("dialog", { name: /^Extend access to sales/ });
  await extend.getByLabel("Hours").fill("3");
  await extend.getByLabel("Reason").fill("the fair lasts longer");
  expect(await findingsOn(ada)).toEqual([]);
  await extend.getByRole("button", { name: /^Extend/ }).click();
  await extend.waitFor({ state: "detached" });
  const [longer] = await valuesOf<{ readonly key: string; readonly number: string }>(
    admin,
    `/v2/requests?$filter=active eq true and recipientKey eq ${keys.ada}`,
  );
  await sent(bob, `/v2/requests(${longer?.key})/decide`, yes);
  await admin.until(`/v2/requests(${longer?.key})`, ({ status }) => status === "C");

  advance(hourMs + 60_000);
  const root2 = await rest.signIn(id, password);
  await expect.poll(membersOfSales).not.toContain(member("fred"));
  await expect.poll(async () => (await grantsOf(root2, "fred"))[0]?.endedBecause).toBe("expired");
  expect(await membersOfSales()).toContain(member("ada"));
  advance(4 * hourMs);
  await expect.poll(membersOfSales).not.toContain(member("ada"));
  const root3 = await rest.signIn(id, password);
  await expect
    .poll(async () => (await grantsOf(root3, "ada")).map(({ endedBecause }) => endedBecause))
    .toEqual(["expired", "expired"]);
  const later = await as("ada");
  await later.goto(at("/granted-access"));
  await later.getByLabel("State", { exact: true }).first().selectOption({ label: "Ended" });
  await later.getByText("its time was over").first().waitFor();
  expect(await findingsOn(later)).toEqual([]);
});
