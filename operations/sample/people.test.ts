import { expect, test } from "vitest";

import { sampleApprover, samplePeople, samplePeopleCount, sampleSecurityOfficers } from "./people.ts";

test("the sample organisation has 200 people with names of their own, in departments, under one head", () => {
  const people = samplePeople();
  expect(people).toHaveLength(samplePeopleCount);
  expect(new Set(people.map(({ id }) => id)).size).toBe(samplePeopleCount);
  expect(new Set(people.map(({ department }) => department)).size).toBe(11);
  expect(people.filter(({ managerId }) => managerId === null)).toHaveLength(1);
});

test("managers come before those whom they manage", () => {
  const people = samplePeople();
  const before = (index: number) => people.slice(0, index).map(({ id }) => id);
  const early = people.filter(({ managerId }, index) => managerId !== null && !before(index).includes(managerId));
  expect(early).toEqual([]);
});

test("the authorizers of both phases are people of the organisation", () => {
  const ids = samplePeople().map(({ id }) => id);
  expect(ids).toContain(sampleApprover().id);
  expect(sampleSecurityOfficers()).toHaveLength(3);
});
