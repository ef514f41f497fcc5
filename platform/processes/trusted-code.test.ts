import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { changeableByOthers } from "./trusted-code.ts";

let folder = "";
let file = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-code-"));
  file = join(folder, "code.mjs");
  writeFileSync(file, "");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const here = () => ({ users: new Set([statSync(file).uid]), groups: new Set<number>() });

test.each([0o600, 0o644, 0o755, 0o500])("code of mode %o is changed by its owner alone", (mode) => {
  chmodSync(file, mode);
  expect(changeableByOthers(file, here())).toBeUndefined();
  expect(changeableByOthers(file)).toBeUndefined();
});

test.each([0o646, 0o664, 0o602, 0o777])(
  "of mode %o others may change it, and the command that ends it is told",
  (mode) => {
    chmodSync(file, mode);
    expect(changeableByOthers(file, here())).toBe(
      `${file} can be changed by others than its owner. Run: chmod go-w ${file}`,
    );
  },
);

test("a group that may change the program itself gains nothing by a file beside it", () => {
  chmodSync(file, 0o664);
  expect(changeableByOthers(file, { ...here(), groups: new Set([statSync(file).gid]) })).toBeUndefined();
});

test("a file of another user is that user's to change", () => {
  chmodSync(file, 0o600);
  const words = changeableByOthers(file, { users: new Set(), groups: new Set() });
  expect(words).toMatch(/belongs to another user \(\d+\), who can change it\. Run: chown \d+ /);
});

test("of what is not there nothing is said", () => {
  expect(changeableByOthers(join(folder, "absent.mjs"))).toBeUndefined();
});
