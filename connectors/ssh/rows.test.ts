import { expect, test } from "vitest";

import { groupRows, passwdRows, shadowRows } from "./rows.ts";

test("lines of passwd become rows, others do not", () => {
  const text = "ada:x:1001:1001:Ada King,,,:/home/ada:/bin/bash\n+nis::::::\n\nbare:x:1002:1002:::\n";
  expect(passwdRows(text)).toEqual([
    { name: "ada", uid: 1001, gid: 1001, gecos: "Ada King,,,", home: "/home/ada", shell: "/bin/bash" },
    { name: "bare", uid: 1002, gid: 1002, gecos: "", home: "", shell: "" },
  ]);
});

test.each([
  [
    "a password that holds",
    "ada:$y$hash:20000:0:99999:7:::",
    { passwordLocked: false, mustChange: false, passwordEndDay: 119999 },
  ],
  [
    "a locked password",
    "ada:!$y$hash:20000:0:90:7:::",
    { passwordLocked: true, mustChange: false, passwordEndDay: 20090 },
  ],
  ["none at all", "ada:!:20000:0::7:::", { passwordLocked: false, mustChange: false }],
  ["none of a system account", "ada:!*:20000::::::", { passwordLocked: false, mustChange: false }],
  ["one to be changed", "ada:$y$hash:0:0:90:7:::", { passwordLocked: false, mustChange: true, passwordEndDay: 90 }],
  ["a closed account", "ada:$y$hash:20000::::: 1:", { passwordLocked: false, mustChange: false }],
  ["an account with an end", "ada:$y$hash:20000:::::1:", { passwordLocked: false, mustChange: false, expiryDay: 1 }],
])("shadow tells of %s, never the hash", (_, line, row) => {
  expect(shadowRows(`${line}\n`)).toEqual([{ name: "ada", ...row }]);
});

test("lines of group become rows", () => {
  expect(groupRows("staff:x:50:\nops:x:1003:ada,bea\n")).toEqual([
    { name: "staff", gid: 50, members: [] },
    { name: "ops", gid: 1003, members: ["ada", "bea"] },
  ]);
});
