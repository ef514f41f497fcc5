import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import type { NoticeKind } from "#domain/notices/notice-kinds.ts";
import type { EventKind } from "#domain/requests/ledger/event-kinds.ts";
import { explainPhases } from "#domain/requests/request-explanation.ts";
import type { RequestMoment } from "#domain/requests/request-moments.ts";
import { type SubjectKindName, subjectKindNames } from "#domain/requests/subject-kinds.ts";
import { decideInPhase } from "#operations/approvals/decide-in-phase.ts";
import { escalateAtOnce } from "#operations/approvals/escalate-at-once.ts";
import { findPhase, type FoundPhase, requireOpen } from "#operations/approvals/find-phase.ts";
import { openPhases, savePhases } from "#operations/approvals/open-phases.ts";
import type { PlannedPhase } from "#operations/approvals/planned-phase.ts";
import { recordDecision } from "#operations/approvals/record-decision.ts";
import { recordedPhases } from "#operations/approvals/recorded-phases.ts";
import { momentsOfWaiting } from "#operations/approvals/waited-for.ts";
import { withdrawDecision } from "#operations/approvals/withdraw-decision.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import type { Authorization, Subject, SubjectKind, SubjectNotice } from "#operations/kernel/subject.ts";
import { serviceTables } from "#operations/tables/service-tables.ts";
import { ManualClock } from "#platform/clock.ts";

import { callContext } from "../support/managed-room.ts";
import { furnishRoom, type RequestRoom, roomSettings } from "../support/request-room.ts";
import { openTestService } from "../support/service.ts";

const hourMs = 3_600_000;

/** A subject that no table has: a manager looks through the badges of a person, and says of each if it stays. */
class Review implements Subject<CallContext> {
  readonly words = { subject: "review", item: "badge", items: "badges" };
  readonly key: string;
  readonly requesterKey: string;
  readonly recipientKey: string;
  readonly expiresAt: number;
  readonly origin = "api" as const;
  readonly editedByKey = null;
  readonly isSentBack = false;
  readonly badges = new Map([
    ["b1", "kept"],
    ["b2", "kept"],
  ]);
  readonly told: string[] = [];
  readonly noted: string[] = [];
  end: Authorization | "expired" | null = null;
  heldBecause: string | null = null;

  constructor(key: string, person: string, expiresAt: number) {
    this.key = key;
    this.requesterKey = room.keyOf("root");
    this.recipientKey = room.keyOf(person);
    this.expiresAt = expiresAt;
  }

  get isOver() {
    return this.end !== null;
  }

  get isAsking() {
    return this.end === null && this.heldBecause === null;
  }

  requireAsking() {
    if (this.end !== null) throw new Error("the review is over");
  }

  async items() {
    return [];
  }

  async openItems() {
    return [...this.badges]
      .filter(([, state]) => state === "kept")
      .map(([key], index) => ({ key, sequence: index + 1, targetSystemKey: "T1" }));
  }

  async refuseItems(_: CallContext, keys: readonly string[]) {
    for (const key of keys) this.badges.set(key, "taken");
  }

  async hold(_: CallContext, { reason }: { readonly reason: string }) {
    this.heldBecause = reason;
  }

  note(_: unknown, kind: EventKind) {
    this.noted.push(kind);
  }

  tell<K extends NoticeKind>(_: unknown, kind: K, { to }: SubjectNotice<K>) {
    this.told.push(...to.map((key) => `${kind} ${idOf(key)}`));
  }

  async tellEscalated(
    context: CallContext,
    { phase, silentKey, above }: { phase: number; silentKey: string; above: string | undefined },
  ) {
    this.tell(context, "escalated", { to: above === undefined ? [] : [above], facts: { phase, silentKey } });
  }

  described(): Promise<never> {
    throw new Error("no plug-in is asked about a review");
  }
}

const reviews = new Map<string, Review>();
const kind: SubjectKind<CallContext, Review> = {
  read: async (_, key) => reviews.get(key),
  lock: async (_, key) => reviews.get(key),
  moments: momentsOfWaiting,
  async schedule({ store }, { key }, [next]) {
    if (next !== undefined) await store.moments.set({ key, kind: name, at: next.at });
  },
  async advance(_, review, authorization) {
    review.end = authorization;
  },
  async handle(_, review, moment: RequestMoment) {
    if (moment.kind === "expiry") review.end = "expired";
  },
};

const name = "review" as SubjectKindName;
const people = ["ada", "bob", "cy", "dan", "eve", "root"];
let room: RequestRoom;
const idOf = (key: string) => people.find((id) => room.keyOf(id) === key) ?? key;

beforeAll(async () => {
  (subjectKindNames as readonly string[] as string[]).push(name);
  const clock = new ManualClock();
  const settings = { ...roomSettings, reminderIntervalHours: 24, escalationTimeoutHours: 48 };
  const service = await openTestService({ clock, settings });
  const subjectKind = async (asked: SubjectKindName) => (asked === name ? kind : serviceTables.subjectKind(asked));
  const context = { ...service.context, tables: { ...serviceTables, subjectKind } };
  room = await furnishRoom({ ...service, context }, clock, { people });
  await room.store.transaction(async () => {
    for (const key of ["bob", "cy"])
      await room.store.save("users", { key: room.keyOf(key), managerKey: room.keyOf("eve") });
  });
});
afterAll(async () => {
  (subjectKindNames as readonly string[] as string[]).pop();
  await room.close();
});
beforeEach(() => reviews.clear());

const contextOf = (id: string) => ({ ...callContext(room), caller: room.as(id) });
const within = <T>(id: string, run: (context: CallContext) => Promise<T>) =>
  room.store.transaction(() => run(contextOf(id)));

const any = (count: number, ...ids: readonly string[]) =>
  `any(${count}, ${ids.map((id) => `user('${room.keyOf(id)}')`).join(", ")})`;

const planned = (rule: string, sequence: number): PlannedPhase => ({
  sequence,
  rule,
  targetSystemKey: null,
  resourceType: null,
  resourceKey: null,
  ruleKey: null,
  ruleVersion: null,
  minApprovals: 1,
  maxDenials: 1,
  reasonRequired: "denial",
  mayEdit: false,
});

async function begin(...rules: readonly string[]): Promise<Review> {
  const review = new Review(room.context.ids.guid(), "ada", room.clock.now() + 240 * hourMs);
  reviews.set(review.key, review);
  const phases = rules.map((rule, index) => planned(rule, index + 1));
  await within("root", async (context) => {
    const asked = { ...asSubmitted(review), key: null };
    const { authorization, opened } = await openPhases(context, { subject: asked, phases });
    await savePhases(context, review, phases, opened);
    if (authorization === "waiting") await kind.schedule(context, review, await kind.moments(context, review));
    else await kind.advance(context, review, authorization);
  });
  return review;
}

const asSubmitted = ({ requesterKey, recipientKey, origin }: Review) => ({
  requesterKey,
  recipientKey,
  origin,
  isNew: true,
  items: async () => [],
  decisions: async () => [],
});

const inPhase = <T>(
  id: string,
  review: Review,
  run: (context: CallContext, found: FoundPhase) => Promise<T>,
  phase = 1,
) => within(id, async (context) => run(context, await findPhase(context, await kind.lock(context, review.key), phase)));

interface Said {
  readonly decision?: "approve" | "deny" | "abstain";
  readonly numbers?: readonly number[] | null;
  readonly comment?: string | null;
  readonly phase?: number;
}

const decide = (id: string, review: Review, { phase = 1, ...said }: Said = {}) =>
  inPhase(
    id,
    review,
    async (context, found) => {
      const stated = { decision: "approve", numbers: null, comment: null, ...said } as const;
      const { recorded, authorization } = await decideInPhase(context, found, stated);
      if (authorization !== "waiting") await kind.advance(context, review, authorization);
      return recorded;
    },
    phase,
  );

const due = () => handleMoments({ context: room.context, signal: new AbortController().signal }, name);
const phasesOf = async ({ key }: Review) =>
  (await room.store.select("requestPhases", { where: { requestKey: key }, orderBy: [["sequence", "asc"]] })).map(
    ({ state }) => state,
  );
const waitedFor = async ({ key }: Review) =>
  (await room.store.select("requestAuthorizers", { where: { requestKey: key, waits: true } }))
    .map(({ userKey }) => idOf(userKey))
    .toSorted();

describe("a subject of a kind that no table had", () => {
  test("opens its first phase and asks its people, and the next one when that is approved", async () => {
    const review = await begin(any(1, "bob", "cy"), any(1, "dan"));
    expect(await phasesOf(review)).toEqual(["open", "pending"]);
    expect(await waitedFor(review)).toEqual(["bob", "cy"]);
    expect(review.told).toEqual(["asked bob", "asked cy"]);
    expect(await decide("bob", review)).toEqual({ phase: 1, decision: "approve", operations: [1, 2] });
    expect([await phasesOf(review), await waitedFor(review)]).toEqual([["approved", "open"], ["dan"]]);
    expect(review.told).toContain("settled cy");
    expect(review.end).toBeNull();
    await decide("dan", review, { phase: 2 });
    expect(review).toMatchObject({ end: "approved" });
    expect(review.noted).toEqual(["opened", "decided", "opened", "decided"]);
    expect(await room.store.count("reqbatch")).toBe(0);
  });

  test("refuses strangers, decisions without a reason, and second ones", async () => {
    const review = await begin(any(2, "bob", "cy"));
    await expect(decide("dan", review)).rejects.toMatchObject({ code: "NOT_AN_AUTHORIZER" });
    await expect(decide("bob", review, { decision: "deny" })).rejects.toMatchObject({ code: "REASON_REQUIRED" });
    await decide("bob", review);
    await expect(decide("bob", review)).rejects.toMatchObject({ code: "ALREADY_DECIDED" });
    await expect(decide("cy", review, { phase: 2 })).rejects.toMatchObject({ code: "PHASE_UNKNOWN" });
    expect(await waitedFor(review)).toEqual(["cy"]);
  });

  test("is named by the words of its kind where a decision is refused", async () => {
    const review = await begin(any(1, "bob", "cy"), any(1, "dan"));
    await expect(decide("bob", review, { numbers: [1, 3] })).rejects.toMatchObject({
      code: "OPERATION_UNKNOWN",
      message: "The review has no open badge with this number. Check its badges.",
      target: "badges/1",
    });
    await expect(decide("bob", review, { phase: 3 })).rejects.toMatchObject({
      code: "PHASE_UNKNOWN",
      message: "The review has no phase with this number. Check its phases.",
    });
    await decide("bob", review, { numbers: [1] });
    await expect(decide("bob", review, { numbers: [1] })).rejects.toMatchObject({
      code: "ALREADY_DECIDED",
      target: "badges",
    });
    await decide("bob", review);
    await expect(decide("cy", review)).rejects.toMatchObject({
      code: "PHASE_CLOSED",
      message: "This phase is not open, so it cannot be decided. Reload the review.",
    });
  });

  test("is denied, and has single items refused", async () => {
    const denied = await begin(any(1, "bob"));
    await decide("bob", denied, { decision: "deny", comment: "no need" });
    expect(denied.end).toBe("denied");
    const partly = await begin(any(1, "bob"));
    await decide("bob", partly, { decision: "deny", numbers: [2], comment: "old" });
    expect(partly.end).toBeNull();
    await decide("bob", partly, { numbers: [1] });
    expect(partly.end).toBe("approved");
    expect([...partly.badges.values()]).toEqual(["kept", "taken"]);
  });

  test("has decisions withdrawn and overridden", async () => {
    const review = await begin(any(2, "bob", "cy"));
    await decide("bob", review);
    await inPhase("bob", review, withdrawDecision);
    expect(await waitedFor(review)).toEqual(["bob", "cy"]);
    await inPhase("root", review, async (context, found) => {
      requireOpen(context, found);
      const said = { override: true, decision: "approve", comment: "they are away" } as const;
      await kind.advance(context, review, (await recordDecision(context, found, said)).authorization);
    });
    expect(review.end).toBe("approved");
    expect(review.noted).toEqual(["opened", "decided", "unapproved", "overridden"]);
    expect(review.told).toEqual(expect.arrayContaining(["overridden bob", "overridden cy", "overridden ada"]));
  });

  test("reminds its people, escalates to who is above them, and expires", async () => {
    const review = await begin(any(1, "bob"));
    room.clock.advance(24 * hourMs);
    expect(await due()).toBeGreaterThan(0);
    expect(review.told).toEqual(["asked bob", "reminded bob"]);
    room.clock.advance(24 * hourMs);
    expect(await due()).toBeGreaterThan(0);
    expect(review.told).toContain("escalated eve");
    expect(await waitedFor(review)).toEqual(["bob", "eve"]);
    room.clock.advance(200 * hourMs);
    await due();
    expect(review.end).toBe("expired");
    await expect(decide("bob", review)).rejects.toThrow("the review is over");
  });

  test("is escalated at once", async () => {
    const review = await begin(any(1, "cy"));
    const above = await inPhase("root", review, (context, found) =>
      escalateAtOnce(context, found, { userKey: room.keyOf("cy"), named: undefined }),
    );
    expect(idOf(above)).toBe("eve");
    await decide("eve", review);
    expect(review.end).toBe("approved");
  });

  test("is decided by delegates, also of a delegation that is made while it waits", async () => {
    const review = await begin(any(1, "bob"));
    const { ids, clock } = room.context;
    await within("root", async ({ store }) => {
      await store.add("delegations", {
        key: ids.guid(),
        delegatorKey: room.keyOf("bob"),
        delegateKey: room.keyOf("dan"),
        requestKey: null,
        reason: "away",
        state: "accepted",
        createdAt: clock.now(),
      });
      await store.moments.bringForward(room.keyOf("bob"), clock.now());
    });
    await due();
    expect(await waitedFor(review)).toEqual(["bob", "dan"]);
    expect(review.told).toContain("asked dan");
    await decide("dan", review);
    expect(review.end).toBe("approved");
    const later = await begin(any(1, "bob"));
    expect(await waitedFor(later)).toEqual(["bob", "dan"]);
    await within("root", async ({ store }) => {
      for (const { key } of await store.select("delegations")) await store.save("delegations", { key, state: "ended" });
    });
  });

  test("is explained", async () => {
    const review = await begin(any(2, "bob", "cy", "dan"));
    await decide("cy", review);
    const authorizers = await room.store.select("requestAuthorizers", { where: { requestKey: review.key } });
    const phases = await recordedPhases(room.context, { key: review.key, authorizers });
    const openKeys = (await review.openItems()).map(({ key }) => key);
    const { open, phase, waitsFor } = explainPhases({ phases, openKeys, now: room.clock.now() });
    expect(open).toBe(true);
    expect(phase).toMatchObject({ sequence: 1, outcome: "open", approvals: 1, approvalsMissing: 1 });
    expect(waitsFor.map(({ userKey }) => idOf(userKey)).toSorted()).toEqual(["bob", "dan"]);
  });

  test("leaves requests to their own kind", async () => {
    const request = await room.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
    expect(await room.row(request)).toMatchObject({ active: true });
  });
});
