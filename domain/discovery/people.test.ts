import { expect, test } from "vitest";

import { type PeopleFindings, problemsOf } from "./people.ts";

const none: PeopleFindings = {
  misfits: [],
  unshown: [],
  unfitIds: [],
  unknownManagers: [],
  circles: [],
  unconfirmedLeavers: 0,
  superusersLeft: 0,
};
const ids = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`);

test("where all could be taken there is nothing to tell", () => {
  expect(problemsOf(none)).toEqual([]);
});

test.each<[string, Partial<PeopleFindings>, RegExp]>([
  ["accounts that do not fit", { misfits: [{ attribute: "mail on HR", accounts: 3 }] }, /^3 account.*of mail on HR/],
  [
    "an attribute that is hidden",
    { unshown: [{ attribute: "mail on HR", people: 3 }] },
    /^No account shows mail on HR/,
  ],
  ["sponsors whom nobody knows", { unknownSponsors: ["ada"] }, /^1 people have a sponsor.*: ada/],
  ["a circle of sponsors", { sponsorCircles: [["ada", "bob"]] }, /^ada, bob: the sponsors form a circle/],
  ["ends before starts", { unfitTimes: ["ada"] }, /^1 people have an end that is not later.*: ada/],
  ["names that are no ids", { unfitIds: ["a b"] }, /^1 account.*: a b\. An id has no blanks/],
  [
    "names that are others'",
    { alikeIds: ["Ada"] },
    /^1 account.*letters of another case.*: Ada\. Attach them by hand\.$/,
  ],
  ["managers who are nobody", { unknownManagers: ["ada", "bob"] }, /^2 people .*: ada, bob\./],
  ["a circle", { circles: [["ada", "bob"]] }, /^ada, bob: the managers form a circle/],
  ["people who would leave", { unconfirmedLeavers: 51 }, /^51 people .* must be confirmed: discover again\.$/],
  ["superusers who have left", { superusersLeft: 1 }, /^1 superuser/],
])("%s are told", (_what, findings, words) => {
  expect(problemsOf({ ...none, ...findings })).toEqual([expect.stringMatching(words)]);
});

test("many are told in few words", () => {
  const [unknown] = problemsOf({ ...none, unknownManagers: ids(100_000) });
  expect(unknown).toMatch(/^100000 people .*: p0, .*, p9 and 99990 more\./);
  const circles = problemsOf({ ...none, circles: ids(1000).map((id) => [id]) });
  expect([circles.length, circles.at(-1)]).toEqual([11, "990 more circles of managers were found."]);
});
