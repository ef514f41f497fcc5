import { expect, test } from "vitest";

import { marksOf, systemFiles } from "./system-files.ts";

test("a file says at its head on which databases it runs, and whether alone", () => {
  expect(marksOf("// @databases sqlite mariadb\nimport x;")).toEqual({ bothDatabases: true, alone: false });
  expect(marksOf("// @alone it measures times\n// @databases sqlite mariadb\n")).toEqual({
    bothDatabases: true,
    alone: true,
  });
  expect(marksOf("import x;\n// @databases sqlite mariadb")).toEqual({ bothDatabases: false, alone: false });
});

test("being alone needs a reason", () => {
  expect(marksOf("// @alone \nimport x;")).toEqual({ bothDatabases: false, alone: false });
});

test("each system test file is found, with its own marks", () => {
  const files = new Map(systemFiles().map((file) => [file.path, file]));
  expect(files.get("test/store.system.test.ts")).toMatchObject({ bothDatabases: true, alone: false });
  expect(files.get("test/timing.system.test.ts")).toMatchObject({ bothDatabases: false, alone: true });
  expect([...files.keys()].filter((path) => !path.endsWith(".system.test.ts"))).toEqual([]);
});
