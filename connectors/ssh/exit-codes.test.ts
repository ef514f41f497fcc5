import { expect, test } from "vitest";

import { exitError } from "./exit-codes.ts";

test.each([
  ["useradd", 1, "useradd: cannot lock /etc/passwd; try again later.\n", "busy"],
  [
    "useradd",
    1,
    "useradd: existing lock file /etc/passwd.lock with PID 4711\nuseradd: cannot lock /etc/passwd; try again later.\n",
    "busy",
  ],
  ["gpasswd", 1, "gpasswd: cannot lock /etc/group; try again later.\n", "busy"],
  ["useradd", 9, "useradd: user 'ada' already exists\n", "alreadyExists"],
  [
    "useradd",
    9,
    "sudo: unable to resolve host box: Name or service not known\nuseradd: user 'ada' already exists\n",
    "alreadyExists",
  ],
  [
    "useradd",
    9,
    "sudo: setrlimit(RLIMIT_CORE): Operation not permitted\nuseradd: user 'ada' already exists\n",
    "alreadyExists",
  ],
  ["useradd", 3, "useradd: invalid user name 'Ada': use --badname to ignore\n", "invalidValue"],
  [
    "groupadd",
    10,
    "groupadd: /etc/group.10927 file write error: No space left on device\ngroupadd: cannot lock /etc/group; try again later.\n",
    "busy",
  ],
  [
    "useradd",
    1,
    "useradd: /etc/passwd.7: Read-only file system\nuseradd: cannot lock /etc/passwd; try again later.\n",
    "permission",
  ],
  ["useradd", 1, "useradd: failure while writing changes to /etc/shadow\n", "partial"],
  ["useradd", 12, "useradd: cannot create directory /home/ada: No space left on device\n", "partial"],
  ["useradd", 127, "/bin/sh: useradd: not found\n", "config"],
  ["useradd", 1, "sudo: useradd: command not found\n", "config"],
  ["usermod", 6, "usermod: user 'ada' does not exist in /etc/passwd\n", "policy"],
  ["usermod", 6, "usermod: user 'ada' does not exist\n", "notFound"],
  ["usermod", 6, "usermod: group 'ops' does not exist\n", "invalidValue"],
  ["usermod", 8, "usermod: user ada is currently used by process 4711\n", "policy"],
  ["gpasswd", 1, "gpasswd: group 'ops' does not exist in /etc/group\n", "policy"],
  ["userdel", 10, "userdel: cannot remove entry 'ada' from /etc/passwd\n", "policy"],
  ["id", 1, "sudo: a password is required\n", "permission"],
  ["id", 1, "Sorry, user ada may not run sudo on box.\n", "permission"],
  ["id", 1, "sudo: sorry, you must have a tty to run sudo\n", "permission"],
  ["useradd", 1, "useradd: Permission denied.\nuseradd: cannot lock /etc/passwd; try again later.\n", "permission"],
])("%s that ends with %i and %j is told as %s", (program, code, stderr, due) => {
  const told = exitError(program, { code, stdout: "", stderr });
  expect(told).toMatchObject({ code: due, targetCode: `${program} ${code}` });
  expect(told.message).not.toMatch(/unable to resolve|setrlimit/);
});

test("what helps stands behind the machine's words", () => {
  const said = (stderr: string, code = 1): string => exitError("useradd", { code, stdout: "", stderr }).message;
  expect(said("sudo: sorry, you must have a tty to run sudo")).toContain("!requiretty");
  expect(said("/bin/sh: useradd: not found", 127)).toContain("shadow-utils");
  expect(said("usermod: user 'ada' does not exist in /etc/passwd", 6)).toContain("another source");
});
