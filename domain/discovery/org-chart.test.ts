import { describe, expect, test } from "vitest";

import type { NamedAccount } from "./account-names.ts";
import { type ChartPerson, orgChartOf } from "./org-chart.ts";

const person = (id: string, reference: string | null, part: Partial<ChartPerson> = {}): ChartPerson => ({
  key: `key of ${id}`,
  id,
  managerKey: null,
  source: "HR",
  reference,
  ...part,
});
const account = (id: string, part: Partial<NamedAccount> = {}): NamedAccount => ({
  userKey: `key of ${id}`,
  targetSystemKey: "HR",
  stableId: `guid-${id}`,
  shortId: id,
  dn: `uid=${id},ou=people,dc=example,dc=test`,
  ...part,
});
const manager = (people: readonly ChartPerson[], accounts: readonly NamedAccount[], id = "ada") =>
  orgChartOf(people, accounts).managers.get(`key of ${id}`);

describe("a manager is found", () => {
  const everybody = [account("ada"), account("bob")];

  test.each([
    ["by the id", "guid-bob"],
    ["by the DN", "uid=bob,ou=people,dc=example,dc=test"],
    ["by the DN in other capitals and with blanks", "UID=Bob, OU=People, dc = example,DC=test"],
    ["by the name", "bob"],
  ])("%s, wherever the manager is in the listing", (_how, reference) => {
    const people = [person("ada", reference), person("bob", null)];
    expect(manager(people, everybody)).toBe("key of bob");
    expect(manager(people.toReversed(), everybody.toReversed())).toBe("key of bob");
  });

  test("in the same source first, then by the DN in another one, then by the id of a person of no source", () => {
    const twin = account("cy", { targetSystemKey: "AD", dn: account("bob").dn });
    const people = [person("ada", "uid=bob,ou=people,dc=example,dc=test"), person("bob", null), person("cy", null)];
    expect(manager(people, [...everybody, twin])).toBe("key of bob");
    expect(manager(people, [account("ada"), twin])).toBe("key of cy");
    expect(manager([person("ada", "dan"), person("dan", null, { source: null })], [account("ada")])).toBe("key of dan");
  });
});

test("the id of another source's account is no name of a manager: ids of two targets may be alike", () => {
  const people = [person("ada", "42"), person("bob", null)];
  const chart = orgChartOf(people, [account("ada"), account("bob", { targetSystemKey: "AD", stableId: "42" })]);
  expect([chart.managers.get("key of ada"), chart.unknown]).toEqual([null, ["ada"]]);
});

test("a manager who is nobody, or two people, is told, and there is none", () => {
  const two = [account("bob", { shortId: "boss" }), account("cy", { shortId: "boss" })];
  const people = [person("ada", "boss"), person("dan", "nobody"), person("bob", null), person("cy", null)];
  const chart = orgChartOf(people, [account("ada"), ...two]);
  expect(chart.unknown).toEqual(["ada", "dan"]);
  expect([chart.managers.get("key of ada"), chart.managers.get("key of dan")]).toEqual([null, null]);
});

test("for whom no source says it the manager of now stays", () => {
  const chart = orgChartOf([person("ada", null, { source: null, managerKey: "key of bob" })], []);
  expect(chart.managers.size).toBe(0);
});

describe("a circle of managers", () => {
  test("gives nobody on it a manager, leaves those below it theirs, and is told once", () => {
    const people = [person("eve", "ada"), person("ada", "bob"), person("bob", "cy"), person("cy", "ada")];
    const chart = orgChartOf(
      people,
      people.map(({ id }) => account(id)),
    );
    expect(Object.fromEntries(chart.managers)).toEqual({
      "key of eve": "key of ada",
      "key of ada": null,
      "key of bob": null,
      "key of cy": null,
    });
    expect(chart.circles).toEqual([["ada", "bob", "cy"]]);
  });

  test("may be one person alone, and may go through a manager who was set by hand", () => {
    const own = orgChartOf([person("ada", "ada")], [account("ada")]);
    expect([own.managers.get("key of ada"), own.circles]).toEqual([null, [["ada"]]]);
    const byHand = person("bob", null, { source: null, managerKey: "key of ada" });
    const chart = orgChartOf([person("ada", "bob"), byHand], [account("ada"), account("bob")]);
    expect(chart.circles).toEqual([["ada", "bob"]]);
    expect(Object.fromEntries(chart.managers)).toEqual({ "key of ada": null });
  });

  test("of hands alone is not the sources' to tell, and a long chain is none", () => {
    const hands = [
      person("ada", null, { source: null, managerKey: "key of bob" }),
      person("bob", null, { source: null, managerKey: "key of ada" }),
    ];
    expect(orgChartOf(hands, []).circles).toEqual([]);
    const chain = Array.from({ length: 20_000 }, (_, n) => person(`p${n}`, n === 0 ? null : `p${n - 1}`));
    const chart = orgChartOf(
      chain,
      chain.map(({ id }) => account(id)),
    );
    expect([chart.circles, chart.unknown, chart.managers.get("key of p19999")]).toEqual([[], [], "key of p19998"]);
  });
});
