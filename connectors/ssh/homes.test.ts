import { expect, test } from "vitest";

import { placesIn } from "./homes.ts";

const paths = ["/home/a", "/home/b"];
const there = "0 755 directory:/home/a\n";
const absent = "stat: cannot statx '/home/b': No such file or directory\n";

test("of each path is told whether it is there, whatever a login writes around it", () => {
  const place = { owner: 0, mode: 0o755, kind: "directory" };
  const talking =
    "pyenv: cannot rehash: /root/.pyenv/shims isn't writable\nrm: cannot remove '/x': No such file or directory\n";
  for (const noise of ["", talking, "Welcome\n"]) {
    const found = placesIn({ stdout: `${noise}${there}`, stderr: `${noise}${absent}` }, paths);
    expect(found).toEqual(new Map([["/home/a", place]]));
  }
});

test.each([
  ["nothing is said", "", ""],
  ["one of them is not told of", there, ""],
  ["something else is wrong with one", there, "stat: cannot statx '/home/b': Permission denied\n"],
  ["the login alone speaks of it", there, "rm: cannot remove '/home/b': No such file or directory\n"],
  ["a path is told of that was not asked for", `${there}0 755 directory:/etc\n`, ""],
])("where %s, nothing is known", (_, stdout, stderr) => {
  expect(placesIn({ stdout, stderr }, paths)).toBeUndefined();
});
