import { describe, expect, test } from "vitest";

import { type EscalationRule, handOver, mayEscalate, nearestAbove } from "./escalation.ts";

const rule: EscalationRule = { timeoutMs: 1, levels: 2, mode: "join" };
const person = (userKey: string, ...via: string[]) => ({ userKey, via });

describe("others are asked", () => {
  test("for who has nobody who stands in, as many levels up as the rule says", () => {
    const people = [person("ada", "static"), person("boss", "escalation:ada"), person("top", "escalation:boss")];
    expect(mayEscalate("ada", people.slice(0, 1), rule)).toBe(true);
    expect(mayEscalate("ada", people, rule)).toBe(false);
    expect(mayEscalate("boss", people.slice(0, 2), rule)).toBe(true);
    expect(mayEscalate("boss", people.slice(0, 2), { ...rule, levels: 1 })).toBe(false);
    expect(mayEscalate("top", people, rule)).toBe(false);
  });

  test("for who was delegated to, and not for who has delegated", () => {
    const people = [person("ada", "static"), person("ben", "delegation:ada")];
    expect([mayEscalate("ada", people, rule), mayEscalate("ben", people, rule)]).toEqual([false, true]);
  });

  test("for who has replaced others, whose levels count on", () => {
    const once = [person("boss", "static", "escalation:ada")];
    const twice = [person("top", "static", "escalation:ada", "escalation:boss")];
    expect([mayEscalate("boss", once, rule), mayEscalate("top", twice, rule)]).toEqual([true, false]);
  });
});

test("who is asked in the place of another has their ways, and the other keeps those of people for whom they stand in", () => {
  const boss = person("boss", "static", "class:IT", "escalation:gone", "delegation:ben");
  expect(handOver(boss, [boss, person("ben", "static")])).toEqual({
    handed: ["static", "class:IT", "escalation:gone", "escalation:boss"],
    kept: ["delegation:ben"],
  });
});

describe("the nearest above somebody", () => {
  const line = [
    { key: "ada", managerKey: "boss", disabled: false },
    { key: "boss", managerKey: "top", disabled: false },
    { key: "top", managerKey: "ada", disabled: false },
  ];
  const nobody: ReadonlySet<string> = new Set();

  test("is the manager, or whoever is above one who is out of the question or shut out", () => {
    expect(nearestAbove("ada", line, nobody)).toBe("boss");
    expect(nearestAbove("ada", line, new Set(["boss"]))).toBe("top");
    const away = line.map((one) => ({ ...one, disabled: one.key === "boss" }));
    expect(nearestAbove("ada", away, nobody)).toBe("top");
  });

  test("is nobody at the top, nor where the line goes round", () => {
    expect(nearestAbove("ada", line, new Set(["boss", "top"]))).toBeUndefined();
    expect(nearestAbove("ada", [{ key: "ada", managerKey: null, disabled: false }], nobody)).toBeUndefined();
    expect(nearestAbove("ada", [{ key: "ada", managerKey: "gone", disabled: false }], nobody)).toBeUndefined();
  });
});
