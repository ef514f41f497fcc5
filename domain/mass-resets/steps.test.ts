import { describe, expect, it } from "vitest";

import { brokenEnds, fateAfter, type OffboardingEnd, protection } from "./steps.ts";

describe("the ends of an offboarding", () => {
  it.each<[readonly OffboardingEnd[], boolean, string | undefined]>([
    [["leave"], false, undefined],
    [["disableUser", "memberships", "disableAccounts"], false, undefined],
    [["memberships", "disableAccounts"], true, undefined],
    [[], false, "at least one"],
    [["leave", "leave"], false, "once"],
    [["leave", "disableUser"], false, "exclude each other"],
    [["disableAccounts", "deleteAccounts"], false, "exclude each other"],
    [["memberships", "deleteAccounts"], false, "exclude each other"],
    [["leave", "deleteAccounts"], true, "accountKeys names accounts"],
  ])("%j, accounts named: %s", (ends, namesAccounts, rule) => {
    const broken = brokenEnds(ends, namesAccounts);
    if (rule === undefined) expect(broken).toBeUndefined();
    else expect(broken).toContain(rule);
  });
});

describe("protection", () => {
  const nobody = { isSelf: false, isSuperuser: false, isPrivileged: false, includesPrivileged: false };

  it("holds for superusers and privileged accounts unless they are named and included", () => {
    expect(protection(nobody)).toBeUndefined();
    expect(protection({ ...nobody, isSuperuser: true })).toBe("superuser");
    expect(protection({ ...nobody, isPrivileged: true })).toBe("privileged");
    expect(protection({ ...nobody, isSuperuser: true, isPrivileged: true, includesPrivileged: true })).toBeUndefined();
  });

  it("holds for whoever offboards in any case", () => {
    expect(protection({ ...nobody, isSelf: true, includesPrivileged: true })).toBe("self");
  });
});

it("steps that wait for one that failed are skipped, and begin after one that was not needed", () => {
  expect((["S", "X", "F"] as const).map(fateAfter)).toEqual(["begin", "begin", "skip"]);
});
