import { expect, test } from "vitest";

import { slowFirst } from "./slow-first.ts";
import { marksOf, systemFiles } from "./system-files.ts";

test("a file says at its head on which databases it runs, and what runs beside it", () => {
  expect(marksOf("// @databases sqlite mariadb\nimport x;")).toMatchObject({ bothDatabases: true, beside: "all" });
  expect(marksOf("// @alone it measures times\n// @databases sqlite mariadb\n")).toMatchObject({
    bothDatabases: true,
    beside: "none",
  });
  expect(marksOf("import x;\n// @databases sqlite mariadb")).toMatchObject({ bothDatabases: false, beside: "all" });
});

test("a file that starts databases of its own is for neither in particular", () => {
  expect(marksOf("// @databases own\n")).toMatchObject({ bothDatabases: false, ownDatabases: true });
});

test("a file may say that few others run beside it", () => {
  expect(marksOf("// @few it kills processes\n")).toMatchObject({ bothDatabases: false, beside: "few" });
});

test("a file may say that its journeys are gone by the keyboard, too", () => {
  expect(marksOf("// @input mouse keyboard\n")).toMatchObject({ byKeyboard: true, beside: "all" });
  expect(marksOf("import x;")).toMatchObject({ byKeyboard: false });
});

test("a slow file may start before the others", () => {
  expect(marksOf("// @first it takes minutes\n")).toMatchObject({ startsFirst: true, beside: "all" });
  expect(slowFirst(["a", "b", "c", "d"], (path) => ["b", "d"].includes(path))).toEqual(["b", "d", "a", "c"]);
});

test.each(["alone", "few", "first"])("being %s needs a reason", (mark) => {
  expect(marksOf(`// @${mark} \nimport x;`)).toMatchObject({ startsFirst: false, beside: "all" });
});

test("each system test file is found, with its own marks", () => {
  const files = new Map(systemFiles().map((file) => [file.path, file]));
  expect(files.get("test/store/store.system.test.ts")).toMatchObject({ bothDatabases: true, beside: "all" });
  expect(files.get("test/sign-in/timing.system.test.ts")).toMatchObject({ bothDatabases: false, beside: "none" });
  expect([...files.keys()].filter((path) => !path.endsWith(".system.test.ts"))).toEqual([]);
});
