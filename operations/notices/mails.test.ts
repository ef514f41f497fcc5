import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { batchRowsMax } from "#domain/limits.ts";
import { batchNoticesGatherMs, digestNoticesMax, mailServerWaitMs } from "#domain/notice-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { ask } from "#operations/requests/ask.ts";
import type { MailOutcome } from "#platform/mail/mailer.ts";
import type { Settings } from "#platform/settings/settings.ts";
import type { Row, Save } from "#store/tables.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { chooseNotices } from "./choose-notices.ts";
import { claimMail } from "./claim-mail.ts";
import { dropNotices } from "./drop-notices.ts";
import { gatherNotices } from "./gather-notices.ts";
import { nextMailStep } from "./next-mail-step.ts";
import { listMails, showMailStatus } from "./read-mails.ts";
import { recordMail } from "./record-mail.ts";
import { resendMail } from "./resend-mail.ts";

const mailSettings = {
  smtpHost: "127.0.0.1",
  mailFrom: "gatehouse@example.org",
  noticeDigestHour: 8,
  timeZone: "Europe/Berlin",
  mailRetryIntervalsSeconds: [10, 60],
  mailGiveUpHours: 24,
  requestPageAddress: "https://p.example/{key}",
} as const satisfies Partial<Settings>;
const create = { code: "ACUA", targetSystemKey: "T1" };
const engine = engineCaller("idwfm", "mails");
const hourMs = 3_600_000;
const sent: MailOutcome = { outcome: "sent", status: 250, words: "250 Ok" };
let room: RequestRoom;

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [{ authorizers: ["bob", "cy"] }] } }, mailSettings);
  await change("bob", { mail: "bob@example.org" });
  await change("cy", { mail: "cy@example.org" });
});
afterEach(() => room.close());

const change = (id: string, part: Partial<Save<"users">>) =>
  room.store.transaction(() => room.store.save("users", { key: room.keyOf(id), ...part }));
const run = <I, O, P>(operation: Parameters<typeof invoke<I, O, P>>[0], input: unknown = {}) =>
  invoke(operation, room.context, engine, input);
const mails = (where: Partial<Row<"noticeMails">> = {}) => room.store.select("noticeMails", { where });
const noticeOf = async (id: string) => (await room.store.select("notices", { where: { userKey: room.keyOf(id) } }))[0];
const wakes = async () => (await room.store.outbox.open()).filter(({ workflowType }) => workflowType === "noticeMail");
/** Claims the next mail and records its outcome; returns its recipient. */
async function deliver(outcome: MailOutcome = sent): Promise<string | null> {
  const mail = await run(claimMail);
  if (mail === null) return null;
  await run(recordMail, { key: mail.key, tries: mail.tries, ...outcome });
  return mail.address;
}

describe("notices get into mails", () => {
  test("one for each at once, and the workflow is woken", async () => {
    expect(await wakes()).toEqual([]);
    await room.submit([create]);
    expect(await run(gatherNotices)).toEqual({ left: false });
    expect(await wakes()).toEqual([{ workflowType: "noticeMail", workflowId: "noticeMail" }]);
    expect(await run(gatherNotices)).toEqual({ left: false });
    const all = await mails();
    expect(all.map(({ userKey }) => userKey).toSorted()).toEqual([room.keyOf("bob"), room.keyOf("cy")].toSorted());
    const waiting = { state: "waiting", digest: false, count: 1, tries: 0, dueAt: room.clock.now() };
    expect(all).toMatchObject([waiting, waiting]);
    const notice = await noticeOf("bob");
    expect(notice).toMatchObject({
      mail: "inMail",
      mailKey: all.find(({ userKey }) => userKey === notice?.userKey)?.key,
    });
  });

  test("none where no server is set, where nobody wants one, and where no address is known", async () => {
    const { settings } = room.context as { settings: { smtpHost: string | null } };
    settings.smtpHost = null;
    await room.submit([create]);
    expect(await noticeOf("bob")).toMatchObject({ mail: "off" });
    settings.smtpHost = "127.0.0.1";
    await change("bob", { noticeDelivery: "none" });
    await change("cy", { mail: "cy@example.org\nBcc: x@example.org" });
    const rows = (await room.store.select("notices")).map(({ key }) => key);
    await room.store.transaction(async () => {
      for (const key of rows) await room.store.save("notices", { key, mail: "waiting" });
    });
    await run(gatherNotices);
    expect([(await noticeOf("bob"))?.mail, (await noticeOf("cy"))?.mail]).toEqual(["notWanted", "noAddress"]);
    expect(await mails()).toEqual([]);
    expect(await run(showMailStatus)).toMatchObject({
      withoutAddress: 1,
      waiting: 0,
      server: "127.0.0.1:587 (startTls)",
    });
  });

  test("to the profile's address, in the profile's language, where the person has none of their own", async () => {
    await change("bob", { mail: null });
    const own = { mail: "profile@example.org", preferredLanguage: "de" };
    await room.store.transaction(async () => {
      for (const [name, value] of Object.entries(own))
        await room.store.add("userAttributes", { key: `${name}-key`, userKey: room.keyOf("bob"), name, value });
    });
    await room.submit([create]);
    await change("cy", { disabled: true });
    await run(gatherNotices);
    expect(await run(claimMail)).toMatchObject({ address: "profile@example.org", languages: ["de", "en"] });
    expect(await noticeOf("cy")).toMatchObject({ mail: "notWanted" });
  });

  test("one for all of a day, at the hour that the person has chosen", async () => {
    await change("cy", { noticeDelivery: "none" });
    const choose = { key: room.keyOf("bob"), delivery: "daily", digestHour: 17 };
    await invoke(chooseNotices, room.context, room.as("bob"), choose);
    const at = Date.parse("2026-03-28T17:00Z");
    room.clock.advance(at - room.clock.now());
    for (let count = 0; count < 3; count += 1) {
      await room.submit([create]);
      await run(gatherNotices);
    }
    // The clocks go forward in between.
    const dueAt = Date.parse("2026-03-29T15:00Z");
    expect(await mails()).toMatchObject([{ digest: true, count: 3, dueAt, nextTryAt: dueAt }]);
    expect(await run(nextMailStep)).toEqual({ do: "wait", waitMs: dueAt - at });
    expect(await deliver()).toBeNull();
    room.clock.advance(dueAt - at);
    const claimed = await run(claimMail);
    expect(claimed?.content.notices).toHaveLength(3);
    await room.submit([create]);
    await run(gatherNotices);
    const later = (await mails({ tries: 0 })).map((mail) => mail.dueAt);
    expect(later).toEqual([Date.parse("2026-03-30T15:00Z")]);
    await change("bob", { timeZone: "Asia/Tokyo" });
    await room.store.transaction(async () => {
      for (const mail of await mails({ tries: 0 })) await room.store.remove("noticeMails", mail.key);
    });
    await room.submit([create]);
    await run(gatherNotices);
    expect((await mails({ tries: 0 })).map((mail) => mail.dueAt)).toEqual([Date.parse("2026-03-30T08:00Z")]);
    expect((await mails()).map(({ count, tries }) => [count, tries]).toSorted()).toEqual([
      [1, 0],
      [3, 1],
    ]);
  });

  test("those about requests of batches together, a moment later", async () => {
    for (const batchKey of ["b1", "b1", "b2", null]) {
      const { key } = await room.submit([{ ...create, attributes: { shortId: room.context.ids.guid() } }]);
      await room.store.transaction(() => room.store.save("reqbatch", { key, batchKey }));
    }
    await change("cy", { mail: null });
    await run(gatherNotices);
    const now = room.clock.now();
    expect((await mails()).map(({ digest, count, dueAt }) => [digest, count, dueAt - now]).toSorted()).toEqual([
      [false, 1, 0],
      [true, 3, batchNoticesGatherMs],
    ]);
  });

  test("a digest that is full is followed by another one", async () => {
    await change("bob", { noticeDelivery: "daily" });
    const one = { kind: "asked", requestKey: "r", facts: { phase: 1 }, createdAt: 1, mail: "waiting" } as const;
    await room.store.transaction(async () => {
      room.store.notices.note(Array.from({ length: batchRowsMax + 1 }, () => ({ ...one, userKey: room.keyOf("bob") })));
      await Promise.resolve();
    });
    expect(await run(gatherNotices)).toEqual({ left: true });
    expect(await run(gatherNotices)).toEqual({ left: false });
    const rest = batchRowsMax + 1 - 2 * digestNoticesMax;
    expect((await mails()).map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([
      rest,
      digestNoticesMax,
      digestNoticesMax,
    ]);
  });
});

/** Gives the operation of a request a form, and its target system the field of one of the values. */
async function fillForm(request: { readonly key: string }, form: Readonly<Record<string, string | boolean>>) {
  const none = { germanLabel: null, help: null, germanHelp: null, pattern: null, defaultValue: null };
  const field = {
    ...none,
    name: "costCenter",
    type: "text",
    label: "Cost center",
    required: false,
    choices: [],
  } as const;
  const [operation] = await room.operations(request);
  await room.store.transaction(async () => {
    await room.store.save("requestOperations", { key: operation?.key ?? "", form });
    await room.store.save("catalogueDetails", {
      key: "details",
      resourceType: "targetSystem",
      resourceKey: "T1",
      formFields: [field],
    });
  });
}

describe("a mail", () => {
  let request: { readonly key: string; readonly number: string };
  beforeEach(async () => {
    await change("cy", { noticeDelivery: "none" });
    request = await room.submit([create], { reason: "new colleague" });
    await run(gatherNotices);
  });

  test("brings names and words as they are when it is sent, and is sent once", async () => {
    await change("ada", { displayName: "Ada Lovelace", mail: "ada@example.org" });
    await fillForm(request, { costCenter: "4711", gone: true });
    await room.decide("bob", request, { phase: 1, decision: "deny", comment: "not now" });
    await run(gatherNotices);
    expect(await run(nextMailStep)).toEqual({ do: "deliver" });
    const asked = await run(claimMail);
    const values = {
      number: request.number,
      requester: "Ada Lovelace",
      recipient: "Ada Lovelace",
      reason: "new colleague",
    };
    const link = `https://p.example/${request.key}`;
    const form = [
      { label: "Cost center", value: "4711" },
      { label: "gone", value: "true" },
    ];
    const operations = [{ code: "ACUA", name: null, target: expect.stringContaining("T1"), form }];
    expect(asked?.content).toEqual({
      digest: false,
      person: "bob",
      notices: [
        {
          kind: "asked",
          values: {
            ...values,
            link,
            phase: "1",
          },
          asked: operations,
        },
      ],
    });
    expect(await run(recordMail, { key: asked?.key, tries: 1, ...sent })).toEqual({ continues: true });
    const decided = await run(claimMail);
    expect(decided).toMatchObject({ address: "ada@example.org", content: { person: "Ada Lovelace" } });
    const said = { phase: "1", answer: "deny", decider: "bob", comment: "not now" };
    expect(decided?.content.notices).toEqual([
      { kind: "decided", values: { ...values, link, ...said }, asked: operations },
    ]);
    await run(recordMail, { key: decided?.key, tries: 1, ...sent });
    const ended = await run(claimMail);
    expect(ended?.content.notices).toMatchObject([{ kind: "ended", values: { outcome: "D" } }]);
    await run(recordMail, { key: ended?.key, tries: 1, ...sent });
    expect(await deliver()).toBeNull();
    const taken = { tries: 1, lastStatus: 250, lastError: null };
    expect(await mails({ state: "sent" })).toMatchObject([taken, taken, taken]);
    expect(await run(nextMailStep)).toEqual({ do: "wait", waitMs: null });
    expect(await wakes()).toEqual([]);
  });

  test("brings what was said", async () => {
    await change("ada", { mail: "ada@example.org" });
    await deliver();
    await invoke(ask, room.context, room.as("bob"), { key: request.key, text: "why so soon?" });
    await run(gatherNotices);
    const { content } = (await run(claimMail)) ?? {};
    expect(content?.notices).toMatchObject([{ kind: "question", values: { writer: "bob", comment: "why so soon?" } }]);
  });

  test("waits while the server cannot be used, with growing pauses that hold for all mails", async () => {
    const away: MailOutcome = { outcome: "away", status: null, words: "connect ECONNREFUSED" };
    expect(await deliver(away)).toBe("bob@example.org");
    await room.submit([create]);
    await run(gatherNotices);
    expect(await deliver()).toBeNull();
    expect(await run(nextMailStep)).toEqual({ do: "wait", waitMs: 10_000 });
    const since = room.clock.now();
    room.clock.advance(10_000);
    expect(await deliver(away)).toBe("bob@example.org");
    expect(await run(nextMailStep)).toEqual({ do: "wait", waitMs: 60_000 });
    expect(await run(showMailStatus)).toMatchObject({
      waiting: 2,
      outage: { failingSince: since, lastError: "connect ECONNREFUSED", nextTryAt: room.clock.now() + 60_000 },
    });
    room.clock.advance(60_000);
    expect([await deliver(), await deliver(), await deliver()]).toEqual(["bob@example.org", "bob@example.org", null]);
    expect(await run(showMailStatus)).toMatchObject({
      waiting: 0,
      dead: 0,
      outage: null,
      deliveredAt: room.clock.now(),
    });
  });

  test("that is refused for now is tried again without holding up the others, until it is too old", async () => {
    const later: MailOutcome = { outcome: "later", status: 450, words: "450 Greylisted" };
    await deliver(later);
    expect(await mails()).toMatchObject([
      { state: "waiting", tries: 1, nextTryAt: room.clock.now() + 10_000, lastError: "450 Greylisted" },
    ]);
    await room.submit([create]);
    await run(gatherNotices);
    expect(await deliver()).toBe("bob@example.org");
    room.clock.advance(24 * hourMs);
    await deliver(later);
    expect(await mails({ state: "dead" })).toMatchObject([{ tries: 1, lastError: "It is too old to be sent." }]);
  });

  test("that is refused for good ends with the server's words, and is sent again on demand under its key", async () => {
    await deliver({ outcome: "refused", status: 550, words: "550 No such user here" });
    const [dead] = await run(listMails, { state: "dead" });
    expect(dead).toMatchObject({ lastStatus: 550, lastError: "550 No such user here", person: { id: "bob" } });
    expect(await run(resendMail)).toEqual({ count: 1, left: false });
    expect((await run(claimMail))?.key).toBe(dead?.key);
    await expect(run(resendMail, { key: "none" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test.each([false, true])(
    "whose notices were dropped is not sent again, and a waiting one is given up (digest: %j)",
    async (digest) => {
      const [mail] = await mails();
      const { key = "" } = mail ?? {};
      await room.store.transaction(() => room.store.save("noticeMails", { key, digest }));
      await deliver({ outcome: "refused", status: 550, words: "550 No such user here" });
      room.clock.advance((room.context.settings.noticesKeptDays - 1) * 24 * hourMs);
      await room.store.transaction(() => room.store.save("noticeMails", { key, endedAt: room.clock.now() }));
      room.clock.advance(25 * hourMs);
      await run(dropNotices);
      await expect(run(resendMail, { key })).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: expect.stringContaining("kept no longer"),
      });
      expect(await mails()).toMatchObject([{ state: "dead", lastError: "550 No such user here" }]);
      expect(await run(resendMail)).toEqual({ count: 1, left: false });
      expect(await run(claimMail)).toBeNull();
      const lastError = expect.stringContaining("kept no longer");
      expect(await mails()).toMatchObject([{ state: "dead", tries: 0, lastError }]);
    },
  );

  test("whose sender was killed is sent again under the same key, and a late word about the first try is not believed", async () => {
    const first = await run(claimMail);
    const second = await run(claimMail);
    expect([second?.key, first?.tries, second?.tries]).toEqual([first?.key, 1, 2]);
    await run(recordMail, { key: first?.key, tries: 1, outcome: "refused", status: 550, words: "no" });
    expect(await mails()).toMatchObject([{ state: "waiting", tries: 2 }]);
    await run(recordMail, { key: second?.key, tries: 2, ...sent });
    await run(recordMail, { key: second?.key, tries: 2, outcome: "refused", status: 550, words: "no" });
    expect(await mails()).toMatchObject([{ state: "sent", tries: 2 }]);
  });

  test.each([
    ["is disabled", { disabled: true }, "The person is disabled"],
    ["has no address any more", { mail: null }, "No mail address"],
  ])("to somebody who %s meanwhile is given up", async (_what, part, words) => {
    await change("bob", part);
    expect(await run(claimMail)).toBeNull();
    expect(await mails()).toMatchObject([{ state: "dead", tries: 0, lastError: expect.stringContaining(words) }]);
  });

  test("waits where the server was taken out of the settings", async () => {
    (room.context.settings as { smtpHost: string | null }).smtpHost = null;
    expect(await run(claimMail)).toBeNull();
    expect(await run(nextMailStep)).toEqual({ do: "wait", waitMs: mailServerWaitMs });
    expect(await mails()).toMatchObject([{ state: "waiting", tries: 0 }]);
  });

  test("is removed when its time is over", async () => {
    await deliver();
    room.clock.advance(room.context.settings.noticesKeptDays * 24 * hourMs + 1);
    await run(dropNotices);
    expect([await mails(), await room.store.count("notices")]).toEqual([[], 0]);
  });
});

describe("how somebody is told", () => {
  const choose = (as: string, input: object) =>
    invoke(chooseNotices, room.context, room.as(as), { key: room.keyOf("bob"), ...input });

  test("is theirs to choose", async () => {
    expect(await choose("bob", { delivery: "daily", language: "de-AT" })).toMatchObject({
      noticeDelivery: "daily",
      digestHour: null,
      language: "de-AT",
    });
    expect(await choose("bob", { delivery: null })).toMatchObject({ noticeDelivery: null, language: "de-AT" });
    await expect(choose("cy", { delivery: "none" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test.each([
    { delivery: "weekly" },
    { digestHour: 24 },
    { digestHour: -1 },
    { digestHour: 1.5 },
    { language: "../de" },
    { mail: "eve@example.org" },
  ])("%j is refused", async (input) => {
    await expect(choose("bob", input)).rejects.toMatchObject({ code: "INPUT_INVALID" });
  });
});
