import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { moveReviewPageMax } from "#domain/people-limits.ts";
import { namedObject } from "#test/support/named-object.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

const hourMs = 3_600_000;
const people = ["ada", "bob", "cy", "dan", "root1"];
let api: RequestApi;

/** `ada` works for `bob`, and has an account with two memberships; `cy`, the next manager, works for `dan`. */
beforeEach(async () => {
  api = await openRequestApi({ people, targets: { T1: [] } });
  await api.store.transaction(async () => {
    await api.store.save("users", { key: api.keyOf("root1"), superuser: true });
    await api.store.save("users", { key: api.keyOf("cy"), managerKey: api.keyOf("dan") });
    await api.store.save("users", { key: api.keyOf("ada"), managerKey: api.keyOf("bob") });
    await api.store.save("accounts", { key: "acc", ...namedObject("ada"), userKey: api.keyOf("ada") });
    for (const group of ["sales", "wiki"]) {
      await api.store.save("groups", { key: group, ...namedObject(group), managed: true });
      await api.store.save("groupMemberships", { key: `m-${group}`, groupKey: group, accountKey: "acc" });
    }
  });
  // The first place of a person is no move.
  await look("ada");
});
afterEach(() => api.close());

async function hub(): Promise<void> {
  const options = { context: api.context, signal: new AbortController().signal };
  for (let handled = 1; handled > 0;) {
    handled = 0;
    for (const kind of ["user", "moveReview", "grant", "leavingStep"] as const)
      handled += await handleMoments(options, kind);
  }
}
async function look(id: string): Promise<void> {
  await api.store.transaction(() => api.store.moments.set({ key: api.keyOf(id), kind: "user", at: api.clock.now() }));
  await hub();
}
const move = async (managerId: string) => {
  const path = `/v2/users(${api.keyOf("ada")})`;
  const moved = await api.call("PATCH", path, "root1", { managerKey: api.keyOf(managerId) });
  expect(moved.status, moved.text).toBe(204);
  await hub();
};
const waiting = async (id: string) => {
  const filter = `state eq 'open' and reviewerKey eq ${api.keyOf(id)}`;
  const { json } = await api.call("GET", `/v2/moveReviews?$filter=${filter}&$expand=user,reviewer`, id);
  return json.value as { readonly key: string; readonly user: object; readonly reviewer: object }[];
};
const itemsOf = async (key: string, id: string) => {
  const { json } = await api.call("GET", `/v2/moveReviews(${key})/items?$orderby=key`, id);
  return json.value as { readonly key: string; readonly kind: string; readonly groupName: string | null }[];
};
const answer = (key: string, id: string, body: object) => api.call("POST", `/v2/moveReviews(${key})/answer`, id, body);
const reviewOf = async (key: string) => api.store.get("moveReviews", key);
const openReview = async () => {
  await move("cy");
  const [review] = await waiting("cy");
  return review?.key ?? "";
};
const noticesOf = async (kind: string) =>
  (await api.store.select("notices")).filter((one) => one.kind === kind).map(({ userKey }) => userKey);

describe("the review of a person who has moved", () => {
  it("waits for the new manager, with all that the person has, and nobody else reads it", async () => {
    const key = await openReview();
    expect(await waiting("cy")).toMatchObject([{ user: { id: "ada" }, reviewer: { id: "cy" } }]);
    expect(await noticesOf("moveReviewOpened")).toEqual([api.keyOf("cy")]);
    expect(await noticesOf("moved")).toEqual([]);
    const items = await itemsOf(key, "cy");
    expect(items.map(({ kind, groupName }) => `${kind} ${groupName ?? ""}`).toSorted()).toEqual([
      "account ",
      "membership sales",
      "membership wiki",
    ]);
    for (const id of ["ada", "bob", "dan"]) {
      expect((await api.call("GET", `/v2/moveReviews(${key})`, id)).status).toBe(403);
      expect((await api.call("GET", `/v2/moveReviews(${key})/items`, id)).status).toBe(403);
      expect((await answer(key, id, { answer: "keep" })).status).toBe(403);
    }
    expect(await reviewOf(key)).toMatchObject({ state: "open", changes: ["managerKey"] });
  });

  it("refuses what makes no sense, and changes nothing", async () => {
    const key = await openReview();
    const [first] = await itemsOf(key, "cy");
    for (const [body, status, code] of [
      [{ answer: "perhaps" }, 400, "INPUT_INVALID"],
      [{ answer: "keep", also: 1 }, 400, "INPUT_INVALID"],
      [{ answer: "keep", items: [] }, 400, "INPUT_INVALID"],
      [{ answer: "end" }, 400, "REASON_REQUIRED"],
      [{ answer: "end", reason: " " }, 400, "INPUT_INVALID"],
      [{ answer: "keep", items: [api.context.ids.guid()] }, 400, "MOVE_REVIEW_ITEM_UNKNOWN"],
    ] as const) {
      const refused = await answer(key, "cy", body);
      expect([body, refused.status, refused.json.error?.code]).toEqual([body, status, code]);
    }
    expect((await answer(api.context.ids.guid(), "root1", { answer: "keep" })).status).toBe(404);
    expect(await api.store.count("moveReviewItems", { answer: null })).toBe(3);
    expect((await answer(key, "cy", { answer: "keep", items: [first?.key] })).json).toMatchObject({ left: 2 });
    const again = await answer(key, "cy", { answer: "keep", items: [first?.key] });
    expect(again.json).toMatchObject({ error: { code: "MOVE_REVIEW_ITEM_UNKNOWN", target: "items" } });
  });

  it("keeps and ends single access, is done with the last answer, and the service takes away what was ended", async () => {
    const key = await openReview();
    const items = await itemsOf(key, "cy");
    const sales = items.find(({ groupName }) => groupName === "sales")?.key;
    const ended = await answer(key, "cy", { answer: "end", items: [sales], reason: "not in sales anymore" });
    expect(ended.json).toMatchObject({ key, state: "open", answered: 1, left: 2 });
    const kept = await answer(key, "cy", { answer: "keep" });
    expect(kept.json).toMatchObject({ state: "done", answered: 2, left: 0 });
    expect((await answer(key, "cy", { answer: "keep" })).json).toMatchObject({ error: { code: "MOVE_REVIEW_CLOSED" } });
    await hub();
    const [operation] = await api.store.select("requestOperations", { where: { code: "GRUD" } });
    expect(operation).toMatchObject({ groupKey: "sales", accountKey: "acc" });
    expect(await api.store.count("requestOperations")).toBe(1);
    expect(await api.store.select("moveReviewItems", { where: { answer: "end" } })).toMatchObject([
      { reason: "not in sales anymore", answeredByKey: api.keyOf("cy"), answeredAt: api.clock.now() },
    ]);
    const rows = await api.store.select("sesslog_full");
    const told = rows.filter(({ result }) => result === "S");
    expect(told.find(({ operation: code }) => code === "GREN")).toMatchObject({
      actor: api.keyOf("cy"),
      recipient: api.keyOf("ada"),
      message: "not in sales anymore",
    });
    expect(told.filter(({ operation: code }) => code === "MRAN").map(({ message }) => message)).toEqual([
      "end: 1",
      "keep: 2",
    ]);
  });

  it("is answered by superusers too, but by nobody about themselves", async () => {
    const key = await openReview();
    await api.store.transaction(() => api.store.save("users", { key: api.keyOf("ada"), superuser: true }));
    const own = await answer(key, "ada", { answer: "keep" });
    expect([own.status, own.json.error.code]).toEqual([403, "MOVE_REVIEW_OWN"]);
    expect((await answer(key, "root1", { answer: "keep" })).json).toMatchObject({ state: "done" });
  });

  it("asks no longer about access that has ended meanwhile, and is done once none is left", async () => {
    const key = await openReview();
    await api.store.transaction(() => api.store.remove("groupMemberships", "m-sales"));
    const kept = await answer(key, "cy", { answer: "keep" });
    expect(kept.json).toMatchObject({ state: "done", answered: 2, left: 0 });
    expect(await api.store.select("moveReviewItems", { where: { answer: "gone" } })).toMatchObject([
      { groupName: "sales", answeredByKey: null },
    ]);
  });

  it("has an item for each access, however many there are, and is done once the last of them is answered", async () => {
    const access = { kind: "ownership", targetSystemKey: "T1", because: "direct", userKey: api.keyOf("ada") } as const;
    await api.store.transaction(async () => {
      for (let number = 0; number < moveReviewPageMax; number += 1)
        await api.store.add("grants", { key: api.context.ids.guid(), ...access, from: 1 });
    });
    const key = await openReview();
    expect(await api.store.count("moveReviewItems", { reviewKey: key })).toBe(moveReviewPageMax + 3);
    expect((await answer(key, "cy", { answer: "keep" })).json).toMatchObject({
      state: "open",
      answered: moveReviewPageMax,
      left: 3,
    });
    expect((await answer(key, "cy", { answer: "keep" })).json).toMatchObject({ state: "done", answered: 3, left: 0 });
  });

  it("is stopped by another move, which opens one for the manager of then, and by the end of the person", async () => {
    const first = await openReview();
    await move("dan");
    expect(await reviewOf(first)).toMatchObject({ state: "stopped", closedAt: api.clock.now() });
    const [second] = await waiting("dan");
    expect(await waiting("cy")).toEqual([]);
    await api.call("POST", `/v2/users(${api.keyOf("ada")})/leave`, "root1", {});
    await hub();
    expect(await reviewOf(second?.key ?? "")).toMatchObject({ state: "stopped" });
  });

  it("is none where the person has nothing, of which the manager is only told, or where nobody is above", async () => {
    await api.store.transaction(async () => {
      for (const group of ["sales", "wiki"]) await api.store.remove("groupMemberships", `m-${group}`);
      await api.store.remove("accounts", "acc");
    });
    await move("cy");
    expect(await api.store.count("moveReviews")).toBe(0);
    expect(await noticesOf("moved")).toEqual([api.keyOf("cy")]);
  });

  it("goes to the nearest manager above who can act", async () => {
    await api.store.transaction(() => api.store.save("users", { key: api.keyOf("cy"), disabled: true }));
    await move("cy");
    expect(await waiting("dan")).toHaveLength(1);
  });
});

describe("a reviewer who does not answer", () => {
  const later = async (hours: number) => {
    api.clock.advance(hours * hourMs);
    await hub();
  };

  it("is reminded after each interval, and after the timeout the manager above reviews instead", async () => {
    const { settings } = api.context;
    Object.assign(settings, { reminderIntervalHours: 24, escalationTimeoutHours: 72, escalationLevels: 1 });
    const key = await openReview();
    await later(23);
    expect(await noticesOf("moveReviewReminded")).toEqual([]);
    await later(1);
    await later(24);
    expect(await noticesOf("moveReviewReminded")).toEqual([api.keyOf("cy"), api.keyOf("cy")]);
    await later(24);
    expect(await reviewOf(key)).toMatchObject({ reviewerKey: api.keyOf("dan"), state: "open" });
    expect(await noticesOf("moveReviewEscalated")).toEqual([api.keyOf("dan")]);
    expect((await answer(key, "cy", { answer: "keep" })).status).toBe(403);
    // No level is left.
    await later(24 * 30);
    expect(await reviewOf(key)).toMatchObject({ reviewerKey: api.keyOf("dan") });
    const rows = await api.store.select("sesslog_full", { where: { operation: "MRES" } });
    expect(rows.map(({ result, recipient }) => [result, recipient])).toEqual([["S", api.keyOf("dan")]]);
    expect((await answer(key, "dan", { answer: "keep" })).json).toMatchObject({ state: "done" });
  });

  it("who was disabled is replaced at the next look", async () => {
    const key = await openReview();
    await api.store.transaction(() => api.store.save("users", { key: api.keyOf("cy"), disabled: true }));
    await later(24);
    expect(await reviewOf(key)).toMatchObject({ reviewerKey: api.keyOf("dan"), state: "open" });
  });

  it("who leaves hands it over to the manager, and without one superusers answer it", async () => {
    const key = await openReview();
    await api.call("POST", `/v2/users(${api.keyOf("cy")})/leave`, "root1", {});
    await hub();
    expect(await reviewOf(key)).toMatchObject({ reviewerKey: api.keyOf("dan") });
    await api.call("POST", `/v2/users(${api.keyOf("dan")})/leave`, "root1", {});
    await hub();
    expect(await reviewOf(key)).toMatchObject({ reviewerKey: null, state: "open" });
    expect(await noticesOf("moveReviewEscalated")).toEqual(
      expect.arrayContaining([api.keyOf("dan"), api.keyOf("root1")]),
    );
    expect((await answer(key, "root1", { answer: "keep" })).json).toMatchObject({ state: "done" });
  });
});
