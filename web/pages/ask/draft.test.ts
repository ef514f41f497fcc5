import { expect, it } from "vitest";

import { type Draft, withChange, withoutSent, withoutUnderway } from "./draft.ts";

const ada = { key: "ada", name: "Ada" };
const bob = { key: "bob", name: "Bob" };
const body = { recipientKey: "ada", operations: [] };
const underway = { recipientKey: "ada", callKey: "c1", body };
const draft: Draft = { recipients: [ada, bob], wishes: [], reason: "so" };
const sending: Draft = { ...draft, underway };

it("has nobody in it any more for whom a request was sent, and ends with the last one", () => {
  const left = withoutSent(sending, underway);
  expect(left).toEqual({ ...draft, recipients: [bob] });
  const last = { recipientKey: "bob", callKey: "c2", body };
  expect(withoutSent({ ...draft, recipients: [bob], underway: last }, last)).toBeUndefined();
});

it("keeps what was sent with other people, and not with another content", () => {
  expect(withChange(sending, { recipients: [ada] })).toEqual({ ...sending, recipients: [ada] });
  expect(withChange(sending, { reason: "or so" })).toEqual({ ...draft, reason: "or so" });
  expect(withChange(sending, { wishes: [] })).toEqual(draft);
  expect(withoutUnderway(sending)).toEqual(draft);
});

it("stays as it is where it was changed before the service answered", () => {
  const changed = withChange(sending, { reason: "or so" });
  expect(withoutSent(changed, underway)).toBe(changed);
});
