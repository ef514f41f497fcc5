import { expect, test } from "vitest";

import { type MachineLogin, operatorName } from "./operator-name.ts";

const cases: readonly [MachineLogin, string][] = [
  [{ account: "anna" }, "cli:anna"],
  [{ account: "anna", login: "anna" }, "cli:anna"],
  [{ account: "gatehouse", login: "anna" }, "cli:anna (as gatehouse)"],
  [{ account: "root", said: { variable: "SUDO_USER", account: "anna" } }, "cli:root (SUDO_USER says anna)"],
  [{ account: "anna", said: { variable: "SUDO_USER", account: "anna" } }, "cli:anna"],
  // The kernel's record takes precedence over a variable that anyone can set.
  [{ account: "ops", login: "anna", said: { variable: "SUDO_USER", account: "ben" } }, "cli:anna (as ops)"],
  [
    { account: "ops", said: { variable: "SUDO_USER", account: "ben (as root)\n" } },
    "cli:ops (SUDO_USER says ben ?as root??)",
  ],
];

test.each(cases)("%j is %s", (login, name) => {
  expect(operatorName(login)).toBe(name);
});

test("long names are cut, so that the whole fits into its columns", () => {
  const long = "x".repeat(1000);
  expect(operatorName({ account: long, login: `y${long}` }).length).toBeLessThanOrEqual(190);
  expect(
    operatorName({ account: long, said: { variable: "SUDO_USER", account: `y${long}` } }).length,
  ).toBeLessThanOrEqual(190);
});
