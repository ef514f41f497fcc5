import { expect, test } from "vitest";

import { emptiedGroupMembersMin } from "../limits.ts";
import { lossesOf, lossesToConfirm, lossWords, needsConfirmation } from "./losses.ts";

test.each([
  [0, 0, false],
  [0, 60, false],
  [50, 60, false],
  [51, 60, true],
  [51, 510, false],
  [52, 510, true],
  [100, 1000, false],
  [101, 1000, true],
  // All there are, however few.
  [1, 1, true],
  [40, 40, true],
  [39, 40, false],
])("the loss of %i of %i asks an operator: %s", (gone, known, asks) => {
  expect(needsConfirmation({ gone, known })).toBe(asks);
});

const none = { gone: 0, known: 0 };
const nothing = { accounts: none, groups: none, memberships: none, emptied: [] };

test.each([
  ["nothing", {}, {}, []],
  [
    "all of few accounts",
    { accounts: { gone: 3, known: 3 }, groups: { gone: 0, known: 9 } },
    {},
    ["remove all 3 accounts"],
  ],
  [
    "all groups, and no account",
    { accounts: { gone: 0, known: 9 }, groups: { gone: 2, known: 2 } },
    {},
    ["remove all 2 groups"],
  ],
  [
    "some of both",
    { accounts: { gone: 30, known: 90 }, groups: { gone: 30, known: 90 } },
    {},
    ["remove 60 of 180 objects"],
  ],
  ["many accounts", { accounts: { gone: 60, known: 90 } }, {}, ["remove 60 of 90 accounts"]],
  ["all memberships", { memberships: { gone: 2, known: 2 } }, {}, ["remove all 2 memberships"]],
  ["some memberships", { memberships: { gone: 2, known: 3 } }, {}, []],
  [
    "a group that loses all of many members",
    { memberships: { gone: 12, known: 40 }, emptied: [{ group: "crew", members: 12 }] },
    {},
    ["remove all 12 members of the group 'crew'"],
  ],
  [
    "a small team that is dissolved",
    { memberships: { gone: 9, known: 40 }, emptied: [{ group: "crew", members: emptiedGroupMembersMin - 1 }] },
    {},
    [],
  ],
  ["all people", {}, { leavers: 4, knownPeople: 4 }, ["disable all 4 people"]],
  ["many people", {}, { leavers: 51, knownPeople: 60 }, ["disable 51 of 60 people"]],
  ["some people", {}, { leavers: 4, knownPeople: 60 }, []],
])("%s", (_what, counts, leaving, words) => {
  expect(lossesToConfirm({ ...nothing, ...counts }, leaving).map(lossWords)).toEqual(words);
});

test.each([
  [{ removals: 0, known: 1000, leavers: 50, knownPeople: 60 }, 0],
  [{ removals: 0, known: 1000, leavers: 51, knownPeople: 60 }, 1],
  [{ removals: 51, known: 60 }, 1],
  [{ removals: 51, known: 60, losses: [] }, 0],
])("what was counted before losses were told apart waits by its sums: %o, %i", (state, count) => {
  expect(lossesOf(state)).toHaveLength(count);
});
