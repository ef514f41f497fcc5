import { describe, expect, test } from "vitest";

import {
  type AskedPerson,
  decidersFor,
  isAsked,
  activeDelegatesOf,
  decidesFor,
  wantedDelegates,
} from "./active-delegates.ts";

const person = (userKey: string, ...via: string[]): AskedPerson => ({ userKey, via });
const nobody: ReadonlySet<string> = new Set();

/** Returns the wanted stand-ins as `by from>to`. */
function wanted(people: readonly AskedPerson[], part: Partial<Parameters<typeof wantedDelegates>[0]> = {}): string[] {
  const state = { people, answered: nobody, delegates: new Map<string, string>(), barred: nobody, ...part };
  return wantedDelegates(state).map(({ by, from, to }) => `${by} ${from}>${to}`);
}
const delegates = (...pairs: [from: string, to: string][]) => new Map(pairs);

describe("the people of a phase", () => {
  const people = [
    { userKey: "old", via: null },
    person("ada", "static", "class:IT"),
    person("ben", "delegation:ada"),
    person("cy", "delegation:ben", "manager"),
    person("eve", "escalation:old"),
  ];

  test("are asked themselves, or stand in for others", () => {
    expect(people.filter(isAsked).map(({ userKey }) => userKey)).toEqual(["old", "ada", "cy"]);
    expect(activeDelegatesOf(people)).toEqual([
      { by: "delegation", from: "ada", to: "ben" },
      { by: "delegation", from: "ben", to: "cy" },
      { by: "escalation", from: "old", to: "eve" },
    ]);
  });

  test("decide for themselves, then one for the other", () => {
    expect(decidersFor("ada", activeDelegatesOf(people))).toEqual(["ada", "ben", "cy"]);
    expect(decidersFor("cy", activeDelegatesOf(people))).toEqual(["cy"]);
    expect(["ben", "cy", "eve", "ada"].map((key) => decidesFor(key, people))).toEqual([["ada"], ["ada"], ["old"], []]);
  });

  test("who stand in for each other decide for both, and nothing goes round", () => {
    const circle = [person("ada", "static", "delegation:ben"), person("ben", "static", "delegation:ada")];
    expect(decidersFor("ada", activeDelegatesOf(circle))).toEqual(["ada", "ben"]);
    expect(wanted(circle, { delegates: delegates(["ada", "ben"], ["ben", "ada"]) })).toHaveLength(2);
  });
});

describe("stand-ins are wanted", () => {
  test("along delegations, also of those who stand in", () => {
    const chain = delegates(["ada", "ben"], ["ben", "cy"], ["dan", "eve"]);
    expect(wanted([person("ada", "static")], { delegates: chain })).toEqual([
      "delegation ada>ben",
      "delegation ben>cy",
    ]);
  });

  test("no longer where a delegation is over", () => {
    expect(wanted([person("ada", "static"), person("ben", "delegation:ada")])).toEqual([]);
  });

  test("as they are where they have answered, or somebody behind them has", () => {
    const people = [person("ada", "static"), person("ben", "delegation:ada"), person("cy", "delegation:ben")];
    const answered = new Set(["cy"]);
    expect(wanted(people, { answered })).toEqual(["delegation ada>ben", "delegation ben>cy"]);
    const another = { answered, delegates: delegates(["ada", "dan"]) };
    expect(wanted(people, another)).toEqual(["delegation ada>ben", "delegation ben>cy"]);
    expect(wanted(people, { ...another, answered: new Set(["ada"]) })).toEqual(["delegation ada>dan"]);
  });

  test("not of those who may not, nor of anybody behind them", () => {
    const chain = delegates(["ada", "ben"], ["ben", "cy"]);
    expect(wanted([person("ada", "static")], { delegates: chain, barred: new Set(["ben"]) })).toEqual([]);
    expect(wanted([person("ada", "static")], { delegates: delegates(["ada", "ada"]) })).toEqual([]);
  });

  test("no more where they have replaced somebody, whose way they keep", () => {
    expect(wanted([person("boss", "static", "escalation:ada")])).toEqual(["escalation ada>boss"]);
    expect(wanted([person("ben", "delegation:ada")])).toEqual([]);
  });

  test("by a delegation before those who were asked because there was no answer, who stay where they have answered", () => {
    const people = [person("ada", "static"), person("boss", "escalation:ada")];
    const later = delegates(["ada", "ben"]);
    expect(wanted(people)).toEqual(["escalation ada>boss"]);
    expect(wanted(people, { delegates: later })).toEqual(["delegation ada>ben"]);
    expect(wanted(people, { delegates: later, answered: new Set(["boss"]) })).toEqual(["escalation ada>boss"]);
  });
});
