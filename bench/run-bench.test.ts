import { expect, test } from "vitest";

import { requireProgram } from "#test/support/programs.ts";

import { runBench } from "./run-bench.ts";

test("a bench without its server says in one line what is missing", async () => {
  const bench = async () => requireProgram("absent-server", "absent-package");
  expect(await runBench("odata", bench)).toEqual({
    lines: "odata: The program absent-server is missing. Install the Debian package absent-package.",
    ok: false,
  });
});

test("any other failure keeps its trace", async () => {
  await expect(runBench("odata", () => Promise.reject(new TypeError("a slip")))).rejects.toThrow(TypeError);
});
