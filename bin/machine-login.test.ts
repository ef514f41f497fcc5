import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { machineLogin } from "./machine-login.ts";

const account = userInfo().username;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-login-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function loginOf(text: string, environment = {}) {
  const file = join(folder, "loginuid");
  writeFileSync(file, text);
  return machineLogin(environment, file);
}

test("the kernel's number of who has signed in is given by its account, or as it is where none has it", () => {
  expect(loginOf("0")).toEqual({ account, login: "root" });
  expect(loginOf("3999999999\n")).toEqual({ account, login: "uid 3999999999" });
});

test("where nobody has signed in, or the system does not say, only the account is known", () => {
  expect(loginOf("4294967295")).toEqual({ account });
  expect(loginOf("")).toEqual({ account });
  expect(machineLogin({}, join(folder, "absent"))).toEqual({ account });
});

test("what sudo or doas leave in the environment is told with its variable", () => {
  expect(loginOf("4294967295", { SUDO_USER: "anna", DOAS_USER: "ben" })).toEqual({
    account,
    said: { variable: "SUDO_USER", account: "anna" },
  });
  expect(loginOf("0", { SUDO_USER: "", DOAS_USER: "ben" })).toEqual({
    account,
    login: "root",
    said: {
      variable: "DOAS_USER",
      account: "ben",
    },
  });
});
