import { describe, expect, it } from "vitest";

import { inspectLedger } from "./inspect-ledger.ts";
import type { KeptEvent } from "./kept-event.ts";
import { decided, eventsOf, keptOf, opened, plainHashes, result, submitted } from "./ledger.fixture.ts";

const events = eventsOf([
  ["submitted", submitted],
  ["opened", opened(["bob"])],
  decided("bob", "approve"),
  ["status", { from: "W", to: "X" }],
  result(),
  ["ended", { outcome: "C" }],
]);
const findingsOf = (kept: readonly KeptEvent[]) =>
  inspectLedger(kept, plainHashes).findings.map(({ event, field }) => [event, field]);
const changed = (place: number, change: (event: KeptEvent) => Partial<KeptEvent>) =>
  keptOf(events).map((event) => (event.sequence === place ? { ...event, ...change(event) } : event));

describe("an inspected ledger", () => {
  it("gives its events where nothing was changed", () => {
    const { events: found, findings } = inspectLedger(keptOf(events), plainHashes);
    expect(findings).toEqual([]);
    expect(found).toMatchObject(events);
  });

  const fields: readonly (readonly [string, (event: KeptEvent) => Partial<KeptEvent>])[] = [
    ["key", ({ key }) => ({ key: `${key}x` })],
    ["kind", () => ({ kind: "opened" })],
    ["kind", () => ({ kind: "invented" })],
    ["happenedAt", ({ happenedAt }) => ({ happenedAt: happenedAt + 1 })],
    ["actor", () => ({ actor: "eve" })],
    ["checks", ({ checks }) => ({ checks: `x${checks.slice(1)}` })],
    ["hash", ({ hash }) => ({ hash: `${hash.slice(1)}x` })],
    ["mac", ({ mac }) => ({ mac: `${mac}x` })],
    ["signature", ({ signature }) => ({ signature: `${signature}x` })],
    ["answer", ({ content }) => ({ content: content.replace("approve", "abprove") })],
    ["user", ({ content }) => ({ content: content.replace('"bob"', '"bab"') })],
    ["phase", ({ content }) => ({ content: content.replace('"phase":1', '"phase":7') })],
    ["facts", ({ content }) => ({ content: content.replace('"phase"', '"phasf"') })],
    ["facts", ({ content }) => ({ content: content.slice(1) })],
  ];
  it.each(fields)("names the field %s of the event in which it was changed (%#)", (field, change) => {
    expect(findingsOf(changed(3, change))).toEqual([[3, field]]);
  });

  it("names the signature that does not fit, or is not there", () => {
    expect(findingsOf(changed(6, () => ({ signature: "signed by another" })))).toEqual([[6, "signature"]]);
    expect(findingsOf(changed(6, () => ({ signature: null })))).toEqual([[6, "signature"]]);
  });

  it("tells an event that was changed with its checks, without its field", () => {
    const content =
      '{"answer":"deny","decision":"d-1-bob","for":[],"operations":null,"phase":1,"reason":null,"user":"bob"}';
    const others = keptOf(eventsOf([["submitted", submitted], ["opened", opened(["bob"])], decided("bob", "deny")]));
    expect(findingsOf(changed(3, () => ({ content, checks: others[2]?.checks ?? "" })))).toEqual([[3, "*"]]);
  });

  it("names events that are missing, at the beginning and in the middle", () => {
    for (const place of [1, 4]) {
      const kept = keptOf(events).filter(({ sequence }) => sequence !== place);
      expect(findingsOf(kept)).toEqual([[place, "*"]]);
    }
  });

  it("names an event that was given another place, and the place where it is missing", () => {
    const kept = changed(3, () => ({ sequence: 50 })).toSorted((a, b) => a.sequence - b.sequence);
    expect(findingsOf(kept)).toEqual([
      [3, "*"],
      [50, "sequence"],
    ]);
  });

  it("names an event of another request", () => {
    const strange = keptOf([...events, ...events].map((event, index) => ({ ...event, sequence: index + 1 })));
    const kept = [...keptOf(events), { ...(strange[8] as KeptEvent), requestKey: "other", sequence: 7 }];
    expect(findingsOf(kept)[0]?.[0]).toBe(7);
  });
});
