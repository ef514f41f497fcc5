import { describe, expect, test } from "vitest";

import { afterSend, type SentOrder } from "./order-step.ts";

const now = 1_000_000;
type Part = Partial<Omit<SentOrder, "outcome">> & { outcome?: Partial<SentOrder["outcome"]> };
const step = ({ outcome, ...part }: Part = {}) =>
  afterSend({
    entryKey: "new",
    act: "set",
    confirmWithoutVerify: false,
    now,
    ...part,
    outcome: { sends: 1, result: "S", ...outcome },
  });
const tried = (key: string, answer: "opens" | "refused" | "unknown", counts = false) => ({ key, answer, counts });

describe("a success", () => {
  test("confirms what the target says that it opens", () => {
    expect(step({ outcome: { tried: [tried("new", "opens")] } })).toEqual({
      result: "S",
      errorCode: null,
      nextTryAt: null,
      findings: [{ key: "new", opens: true, at: now }],
      wasNotTaken: false,
      mayStillBeSet: false,
    });
  });

  test("that says nothing of the password is a doubt, unless the policy takes the target's word for what it has set", () => {
    const doubt = { result: "F", errorCode: "internal", findings: [], mayStillBeSet: true };
    expect(step()).toMatchObject(doubt);
    expect(step({ confirmWithoutVerify: true })).toMatchObject({
      result: "S",
      findings: [{ key: "new", opens: true }],
    });
    expect(step({ act: "verify", confirmWithoutVerify: true })).toMatchObject({ ...doubt, mayStillBeSet: false });
  });

  test("says nothing of an older password that opened before it was set", () => {
    const answers = [tried("new", "refused", true), tried("old", "opens", true), tried("new", "opens", true)];
    const after = step({ outcome: { sends: 2, tried: answers } });
    expect(after).toMatchObject({ result: "S", findings: [{ key: "new", opens: true }] });
    expect(after.findings).toHaveLength(1);
  });
});

describe("a failure", () => {
  test.each(["strength", "policy", "invalidValue", "notFound"] as const)(
    "%s of the first send says that it was never set",
    (code) => {
      expect(step({ outcome: { result: "F", code } })).toMatchObject({
        result: "F",
        wasNotTaken: true,
        mayStillBeSet: false,
      });
    },
  );

  test("of a later send, or of a verification, does not say so: an earlier send may have set it", () => {
    const refused = { result: "F", code: "strength" } as const;
    expect(step({ outcome: { ...refused, sends: 2 } })).toMatchObject({ wasNotTaken: false, mayStillBeSet: true });
    expect(step({ act: "verify", outcome: refused })).toMatchObject({ wasNotTaken: false, mayStillBeSet: false });
  });

  test("of an account that has gone since it was asked about the password does not say so: it may have set it", () => {
    const gone = { result: "F", code: "notFound" } as const;
    const after = step({ outcome: { ...gone, tried: [tried("new", "unknown")] } });
    expect(after).toMatchObject({ result: "F", errorCode: "notFound", findings: [], wasNotTaken: false });
    expect(step({ outcome: { ...gone, sends: 2 } })).toMatchObject({ wasNotTaken: false });
    expect(step({ act: "verify", outcome: gone })).toMatchObject({ wasNotTaken: false, findings: [] });
  });

  test("that may pass waits: for the engine, for as long as the target asks, or for a minute", () => {
    expect(step({ outcome: { result: "F", code: "unreachable" } })).toMatchObject({ result: null, nextTryAt: null });
    const asked = { result: "F", code: "busy", retryAfterMs: 5_000 } as const;
    expect(step({ outcome: asked })).toMatchObject({ result: null, nextTryAt: now + 5_000 });
    const timeout = step({ outcome: { result: "F", code: "timeout" } });
    expect(timeout).toMatchObject({ result: null, nextTryAt: now + 60_000, mayStillBeSet: true });
  });

  test("in which neither opens keeps what the target has said of each", () => {
    const answers = [tried("new", "refused", true), tried("old", "refused", true), tried("older", "unknown", true)];
    const after = step({ outcome: { sends: 2, result: "F", code: "currentPassword", tried: answers } });
    expect(after).toMatchObject({ result: "F", errorCode: "currentPassword", wasNotTaken: false });
    expect(after.findings.map(({ key, opens }) => [key, opens])).toEqual([
      ["new", false],
      ["old", false],
    ]);
  });
});
