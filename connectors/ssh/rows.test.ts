import { expect, test } from "vitest";

import { groupMakers, groupRows, makerMark, passwdRows, shadowRows } from "./rows.ts";

test("lines of passwd become rows, others do not", () => {
  const text = "ada:x:1001:1001:Ada King,,,:/home/ada:/bin/bash\n+nis::::::\n\nbare:x:1002:1002:::\n";
  expect(passwdRows(text)).toEqual([
    { name: "ada", uid: 1001, gid: 1001, gecos: "Ada King,,,", home: "/home/ada", shell: "/bin/bash" },
    { name: "bare", uid: 1002, gid: 1002, gecos: "", home: "", shell: "" },
  ]);
});

test.each([
  ["a password that holds", "ada:$y$hash:20000:0:99999:7:::", { passwordLocked: false, mustChange: false }],
  [
    "one that ends after the most days that count",
    "ada:$y$hash:20000:0:9999:7:::",
    { passwordLocked: false, mustChange: false, passwordEndDay: 29999 },
  ],
  [
    "a locked password",
    "ada:!$y$hash:20000:0:90:7:::",
    { passwordLocked: true, mustChange: false, passwordEndDay: 20090 },
  ],
  [
    "one that is too old for its inactive period",
    "ada:$y$hash:20000:0:90:7:14::",
    { passwordLocked: false, mustChange: false, passwordEndDay: 20090, passwordClosedDay: 20104 },
  ],
  [
    "one to be changed, which no inactive period ends",
    "ada:$y$h:0:0:90:7:14::",
    { passwordLocked: false, mustChange: true, passwordEndDay: 90 },
  ],
  ["one that is locked twice", "ada:!!$y$hash:20000::::::", { passwordLocked: true, mustChange: false }],
  [
    "one behind a mark of another program",
    "ada:*$6$salt$hash:20000::::::",
    { passwordLocked: true, mustChange: false },
  ],
  ["an old one that is locked", "ada:!ab01FAX.bQRSU:20000::::::", { passwordLocked: true, mustChange: false }],
  ["none, in the words of a distribution", "ada:!!:20000::::::", { passwordLocked: false, mustChange: false }],
  ["none, in the words of Solaris", "ada:*LK*:20000::::::", { passwordLocked: false, mustChange: false }],
  ["none that opens anything", "ada:x:20000::::::", { passwordLocked: false, mustChange: false }],
  ["an empty one", "ada::20000::::::", { passwordLocked: false, mustChange: false }],
  [
    "who made it",
    "ada:!*made-by-4a-9:20000::::::",
    { passwordLocked: false, mustChange: false, madeBy: { operation: "4a-9", unfinished: false } },
  ],
  [
    "who has begun it",
    "ada:!*being-made-by-4a-9:20000::::::",
    { passwordLocked: false, mustChange: false, madeBy: { operation: "4a-9", unfinished: true } },
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

test("a mark of its maker is read back, and an operation whose id does not fit into a line leaves none", () => {
  const mark = makerMark({ operation: "4a-9", unfinished: true });
  expect([mark, makerMark({ operation: "a:b", unfinished: false })]).toEqual(["!*being-made-by-4a-9", undefined]);
  expect(groupMakers(`ops:${mark}:ada:\nold:!::\n`)).toEqual(
    new Map([["ops", { operation: "4a-9", unfinished: true }]]),
  );
});
