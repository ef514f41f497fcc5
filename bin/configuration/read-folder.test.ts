import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { requireProgram } from "#test/support/programs.ts";

import { readFolder } from "./read-folder.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "gatehouse-configuration-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

const faults = () => {
  try {
    readFolder(folder);
    return [];
  } catch (error) {
    return (error as Error).message.split("\n").slice(1);
  }
};
const ids = () => readFolder(folder).documents.map(({ kind, id }) => `${kind.name} ${id}`);

it("reads the objects of each kind, whatever the names of their files, and leaves other files alone", () => {
  write({
    "README.md": "ours",
    ".git/config.yaml": "not: ours",
    ".hidden.yaml": "x",
    "targetGroups/any name.yaml": "id: A\n",
    "targetGroups/b.YML": "\ufeffid: B\r\ndescription: b\r\n",
    "targetGroups/notes.txt": "ours",
    "targetGroups/.swp.yaml": ": : :",
    "docs/page.md": "ours",
  });
  expect(ids()).toEqual(["targetGroups A", "targetGroups B"]);
});

it("reads a file in UTF-16 with its mark, and no file in another encoding", () => {
  write({ "targetGroups/a.yaml": Buffer.from("\ufeffid: Ü\n", "utf16le") });
  expect(ids()).toEqual(["targetGroups Ü"]);
  write({ "targetGroups/a.yaml": Buffer.from("id: A\ndescription: \xfcber\n", "latin1") });
  expect(faults()).toEqual(["targetGroups/a.yaml:2:1: the file is not in UTF-8 (Windows-1252, perhaps)."]);
});

it.each<readonly [string, Readonly<Record<string, string>>, string]>([
  ["an empty file", { "targetGroups/a.yaml": "" }, "targetGroups/a.yaml:1:1: the file is empty: name the object here."],
  [
    "a list",
    { "targetGroups/a.yaml": "- id: A\n" },
    "targetGroups/a.yaml:1:1: the file must be an object with the properties of targetGroups.",
  ],
  [
    "a file outside of a folder",
    { "a.yaml": "id: A\n" },
    "a.yaml:1:1: the file must be in the folder of its kind, such as targetSystems.",
  ],
  [
    "a file in the place of a folder",
    { targetGroups: "id: A\n" },
    "targetGroups:1:1: the file must be a folder of this folder.",
  ],
  [
    "a folder that is named like a file",
    { "targetGroups/a.yaml/b.yaml": "id: A\n" },
    "targetGroups/a.yaml:1:1: the file is a folder: files lie in the folder of their kind.",
  ],
  [
    "a folder in a folder",
    { "targetGroups/more/b.yaml": "id: A\n" },
    "targetGroups/more:1:1: the file is a folder: files lie in the folder of their kind.",
  ],
  [
    "a misspelt folder",
    { "targetgroups/b.yaml": "id: A\n" },
    "targetgroups:1:1: the file is no kind of configuration. Do you mean 'targetGroups'?",
  ],
  [
    "a large file",
    { "targetGroups/a.yaml": `id: A\n#${"x".repeat(1024 * 1024)}` },
    "targetGroups/a.yaml:1:1: the file is larger than 1 MiB.",
  ],
  [
    "an object that stands twice",
    { "targetGroups/a.yaml": "id: A\n", "targetGroups/b.yaml": "id: A\n" },
    "targetGroups/b.yaml:1:1: id is 'A', which targetGroups/a.yaml:1 describes as well.",
  ],
  [
    "a number as a text",
    { "targetGroups/a.yaml": "id: 12\n" },
    "targetGroups/a.yaml:1:5: id must be a text: put it in quotes.",
  ],
  [
    "a text as a flag",
    { "targetGroups/a.yaml": "id: A\nsyncPasswords: no\n" },
    "targetGroups/a.yaml:2:16: syncPasswords must be true or false.",
  ],
  [
    "null where a default is",
    { "targetGroups/a.yaml": "id: A\npasswordPolicyId:\n" },
    "targetGroups/a.yaml:2:18: passwordPolicyId must have a value: leave it out for its default.",
  ],
  [
    "nothing by which it is known",
    { "targetGroups/a.yaml": "description: x\n" },
    "targetGroups/a.yaml:1:1: id is missing: it has no default.",
  ],
  [
    "a property that is not written",
    { "webhooks/a.yaml": "url: https://a.example\nsecret: x\n" },
    "webhooks/a.yaml:2:1: secret is no property here.",
  ],
  [
    "what hides a secret",
    { "settings/a.yaml": "name: SMTP_URL\nvalue: '[secret]'\n" },
    "settings/a.yaml:2:8: value hides a secret: write what it is, or leave it out.",
  ],
  [
    "a key where an object is meant",
    { "sodRules/a.yaml": "id: A\nparts: [{ items: [{ itemType: managedGroup, itemKey: staff }] }]\n" },
    "sodRules/a.yaml:2:54: parts[0].items[0].itemKey must be an object of targetSystemKey and shortId that names one of groups.",
  ],
])("refuses %s", (_name, files, line) => {
  write(files);
  expect(faults()).toEqual([line]);
});

it("follows links inside of the folder, and none that leads out of it", () => {
  write({ "data/real.txt": "id: A\n" });
  mkdirSync(join(folder, "targetGroups"));
  symlinkSync("../data/real.txt", join(folder, "targetGroups", "inside.yaml"));
  expect(ids()).toEqual(["targetGroups A"]);
  symlinkSync("/etc/hostname", join(folder, "targetGroups", "outside.yaml"));
  symlinkSync("nowhere", join(folder, "targetGroups", "lost.yaml"));
  symlinkSync(tmpdir(), join(folder, "webhooks"));
  expect(faults()).toEqual([
    "targetGroups/lost.yaml:1:1: the file is no file that can be read.",
    "targetGroups/outside.yaml:1:1: the file is a link that leads out of the folder.",
    "webhooks:1:1: the file must be a folder of this folder.",
  ]);
});

it("waits for no pipe", () => {
  mkdirSync(join(folder, "targetGroups"));
  execFileSync(requireProgram("mkfifo", "coreutils"), [join(folder, "targetGroups", "pipe.yaml")]);
  expect(faults()).toEqual(["targetGroups/pipe.yaml:1:1: the file is no file that can be read."]);
});

it("tells twenty faults and the number of the others, each in the order of the files", () => {
  write(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`targetGroups/${at + 10}.yaml`, "id: 1\n"])));
  const lines = faults();
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([
    21,
    "targetGroups/10.yaml:1:5: id must be a text: put it in quotes.",
    "… and 10 more faults.",
  ]);
});

it("reads nothing where no folder is", () => {
  rmSync(folder, { recursive: true });
  expect(() => readFolder(folder)).toThrow("cannot be read. Name the folder of an export.");
  mkdirSync(folder);
  expect(readFolder(folder)).toEqual({ kinds: [], documents: [] });
});
