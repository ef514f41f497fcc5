import { expect, test } from "vitest";

import { promptless, refusedPassword } from "./refused-password.ts";

const giveUp = "chpasswd: (user ada) pam_chauthtok() failed, error:\nAuthentication token manipulation error\n";

test.each([
  [
    `BAD PASSWORD: The password is shorter than 8 characters\n${giveUp}`,
    "strength",
    "BAD PASSWORD: The password is shorter than 8 characters",
  ],
  [`You must choose a longer password.\n${giveUp}`, "strength", "You must choose a longer password."],
  [`You must choose a shorter password.\n${giveUp}`, "strength", "You must choose a shorter password."],
  [
    "Current password: New password: Retype new password: Password unchanged\npasswd: Authentication token manipulation error\n",
    "strength",
    "Password unchanged",
  ],
  [
    "The password has not been changed.\npasswd: Authentication token manipulation error\n",
    "strength",
    "The password has not been changed.",
  ],
  [
    "Password has been already used. Choose another.\npasswd: Have exhausted maximum number of retries for service\n",
    "strength",
    "Password has been already used. Choose another.",
  ],
  [
    "New password: Bad: new and old password are too similar\n",
    "strength",
    "Bad: new and old password are too similar",
  ],
  ["Weak password: too short.\n", "strength", "Weak password: too short."],
  ["No password has been supplied.\n", "strength", "No password has been supplied."],
  [
    "You must wait longer to change your password.\npasswd: Authentication token manipulation error\n",
    "policy",
    "You must wait longer to change your password.",
  ],
  ["Authentication token lock busy\n", "busy", "Authentication token lock busy"],
  ["sudo: a password is required\n", "permission", "sudo: a password is required"],
  [
    "chpasswd: cannot lock /etc/passwd; try again later.\n",
    "busy",
    "chpasswd: cannot lock /etc/passwd; try again later.",
  ],
  ["something new\nand more\n", "policy", "something new\nand more"],
  ["", "policy", "chpasswd ended with 1."],
])("%j is %s", (stderr, code, message) => {
  expect(refusedPassword("chpasswd", { code: 1, stderr })).toMatchObject({ code, message, targetCode: "chpasswd 1" });
});

test("what PAM could not write comes with what may be why", () => {
  const { code, message } = refusedPassword("chpasswd", { code: 1, stderr: giveUp });
  expect([code, message]).toEqual(["policy", expect.stringContaining("disk may be full")]);
});

test("of a change that succeeds only what is beside it stays", () => {
  const said =
    "Changing password for ada.\nCurrent password: New password: Retype new password: passwd: password updated successfully\n";
  expect([promptless(said), promptless(`BAD PASSWORD: too short\n${said}`)]).toEqual(["", "BAD PASSWORD: too short"]);
});
