import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { requirePrivateFile, requirePrivateFolder } from "./private-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-private-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a folder that is not there is made for its owner alone", () => {
  const data = join(folder, "a", "data");
  requirePrivateFolder(data);
  expect(statSync(data).mode & 0o777).toBe(0o700);
});

test.each([0o755, 0o750, 0o711, 0o707])("a folder that others can enter (%o) is refused, with the way out", (mode) => {
  chmodSync(folder, mode);
  expect(() => requirePrivateFolder(folder)).toThrow(
    `${folder} can be entered by others than its owner. Run: chmod 700 ${folder}`,
  );
  chmodSync(folder, 0o700);
  requirePrivateFolder(folder);
});

test("a file that others can read is refused, and one that is not there is nothing to refuse", () => {
  const file = join(folder, "gatehouse.env");
  requirePrivateFile(file);
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, "", { mode: 0o640 });
  chmodSync(file, 0o640);
  expect(() => requirePrivateFile(file)).toThrow(`Run: chmod 600 ${file}`);
  chmodSync(file, 0o600);
  requirePrivateFile(file);
});
