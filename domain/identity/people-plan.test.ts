import { describe, expect, it } from "vitest";

import { peopleFileRowsMax } from "../people-limits.ts";
import { allAtOnce } from "../steps.ts";
import { readPeople } from "./people-file.ts";
import { type KnownPerson, planPeople } from "./people-plan.ts";

const known = (id: string, managerKey: string | null = null, displayName: string | null = null): KnownPerson => ({
  key: `key-${id}`,
  id,
  displayName,
  managerKey,
  mail: null,
  timeZone: null,
  calendar: null,
  startsAt: null,
  endsAt: null,
  sponsorKey: null,
});

function plan(text: string, people: readonly KnownPerson[] = []) {
  const { rows, faults } = allAtOnce(readPeople(text));
  const byId = new Map(people.map((person) => [person.id, person]));
  const managers = new Map(people.map(({ key, managerKey }) => [key, managerKey]));
  let keys = 0;
  const planned = allAtOnce(planPeople(rows, { byId, managers }, () => `new-${++keys}`));
  return {
    people: planned.people.map(({ id, does, changes }) => [id, does, changes]),
    faults: [...faults, ...planned.faults].map(({ line, column }) => `${line} ${column ?? ""}`.trim()),
  };
}

describe("a file of people", () => {
  it("adds who is not known, changes who is, and leaves who is as the row says", () => {
    const people = [known("ben"), known("cy", "key-ben", "Cy")];
    const text = "id,displayName,manager\nanna,Anna Abel,ben\nben,Ben,\ncy,Cy,ben\n";
    expect(plan(text, people)).toEqual({
      people: [
        ["anna", "add", { displayName: "Anna Abel", managerKey: "key-ben" }],
        ["ben", "change", { displayName: "Ben" }],
        ["cy", "leave", {}],
      ],
      faults: [],
    });
  });

  it("says nothing of a column that it does not have, and takes away what is empty", () => {
    const people = [known("cy", "key-ben", "Cy"), known("ben")];
    expect(plan("id,manager\ncy,", people).people).toEqual([["cy", "change", { managerKey: null }]]);
    expect(plan("id,displayName\ncy,", people).people).toEqual([["cy", "change", { displayName: null }]]);
    expect(plan("id\ncy", people).people).toEqual([["cy", "leave", {}]]);
  });

  it("takes mail, time zone and calendar like names, and tells of a person what is other than before", () => {
    const people = [{ ...known("cy"), mail: "cy@x.test", timeZone: "UTC" }];
    const text = "id,calendar,mail,timeZone\nanna,part-time,a@x.test,Europe/Berlin\ncy,,cy@x.test,\n";
    expect(plan(text, people).people).toEqual([
      ["anna", "add", { mail: "a@x.test", timeZone: "Europe/Berlin", calendar: "part-time" }],
      ["cy", "change", { timeZone: null }],
    ]);
  });

  it("finds managers among its own rows, in any order", () => {
    expect(plan("id,manager\nanna,ben\nben,").people).toEqual([
      ["anna", "add", { managerKey: "new-2" }],
      ["ben", "add", {}],
    ]);
  });

  it.each([
    ["", ["1 id"]],
    ["name\nx", ["1 name"]],
    ["id,id\nx,y", ["1 id"]],
    ["displayName\nx", ["1 id"]],
    ["id|displayName\nanna|Anna", ["1 id|displayName"]],
    ["id,displayName\nanna\nben,Ben,x\ncy,Cy", ["2", "3"]],
    ['id,displayName\nanna,"Anna\n', ["2"]],
    ["id\nanna\nben\nanna", ["4 id"]],
    ["id,manager\nanna,nobody\nben,", ["2 manager"]],
    ["id,manager\nanna,anna", ["2 manager"]],
    ["id,manager\nanna,ben\nben,cy\ncy,anna\ndan,anna", ["2 manager", "3 manager", "4 manager", "5 manager"]],
  ])("names line and column of what is wrong with %j", (text, faults) => {
    expect(plan(text).faults).toEqual(faults);
  });

  it("refuses who is to be below somebody who is refused, unless that one is known", () => {
    const text = "id,manager\nanna,ben\nben,nobody\ncy,anna";
    expect(plan(text).faults.toSorted()).toEqual(["2 manager", "3 manager", "4 manager"]);
    expect(plan(text, [known("ben")]).people.map((planned) => planned.slice(0, 2))).toEqual([
      ["anna", "add"],
      ["cy", "add"],
    ]);
  });

  it.each(["nobody", "p0"])("refuses a whole file row by row, where the first below %s refuses all others", (first) => {
    const ids = Array.from({ length: peopleFileRowsMax }, (_, index) => `p${index}`);
    const text = `id,manager\n${ids.map((id, index) => `${id},${index === 0 ? first : `p${index - 1}`}`).join("\n")}`;
    expect(plan(text).faults).toHaveLength(ids.length);
    // Each keeps the manager of before, who is the next one: so the next one cannot be below.
    const line = ids.map((id, index) => known(id, index + 1 < ids.length ? `key-p${index + 1}` : null));
    expect(plan(text, line).faults).toHaveLength(ids.length);
  });

  it("judges the lines of managers as they are when all rows are taken", () => {
    const people = [known("anna", "key-ben"), known("ben")];
    expect(plan("id,manager\nben,anna\nanna,", people).faults).toEqual([]);
    expect(plan("id,manager\nben,anna", people).faults).toEqual(["2 manager"]);
  });
});
