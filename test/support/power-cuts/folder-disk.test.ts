import { expect, test } from "vitest";

import { FolderDisk, folderFates } from "./folder-disk.ts";
import type { FolderHappening } from "./folder-trace.ts";

const root = "/folder";
const at = (place: number) => ({ begun: place, ended: place });
type Words = FolderHappening extends infer One ? (One extends unknown ? Omit<One, "begun" | "ended"> : never) : never;

/** Returns the files after a power cut, as texts by their names. */
function leftAfter(fate: string, ...happenings: readonly Words[]): Record<string, string> {
  const disk = new FolderDisk(root, () => Buffer.alloc(0));
  for (const [place, one] of happenings.entries()) disk.happens({ ...one, ...at(place) });
  const chance = folderFates[fate]?.(() => 0);
  if (chance === undefined) throw new Error(`no fate ${fate}`);
  return Object.fromEntries([...disk.image(chance)].map(([path, bytes]) => [path, String(bytes)]));
}

const make = (path: string): Words => ({ kind: "make", path, isFolder: false });
const write = (path: string, words: string): Words => ({ kind: "write", path, at: "end", bytes: Buffer.from(words) });
const sync = (path: string): Words => ({ kind: "sync", path });
const part = "/folder/part";
const file = "/folder/file";
const rename: Words = { kind: "rename", from: part, path: file };

test("the sync of a file brings its bytes and not its name, that of its folder the name and not the bytes", () => {
  const made = [make(file), write(file, "words")];
  expect(leftAfter("nothing", ...made, sync(file))).toEqual({});
  expect(leftAfter("names without bytes", ...made, sync(file))).toEqual({ [file]: "words" });
  expect(leftAfter("nothing", ...made, sync(root))).toEqual({ [file]: "" });
  expect(leftAfter("nothing", ...made, sync(file), sync(root))).toEqual({ [file]: "words" });
});

test("what was written after a sync may be lost, and what was there before stays until the new name is on the disk", () => {
  const before = [make(file), write(file, "old"), sync(file), sync(root)];
  expect(leftAfter("nothing", ...before, write(file, " and new"))).toEqual({ [file]: "old" });
  const renamed = [...before, make(part), write(part, "new"), rename];
  expect(leftAfter("nothing", ...renamed)).toEqual({ [file]: "old" });
  expect(leftAfter("names without bytes", ...renamed)).toEqual({ [file]: "" });
  expect(leftAfter("nothing", ...renamed, sync(file), sync(root))).toEqual({ [file]: "new" });
});

test("a file is lost with a folder whose own name no sync has brought", () => {
  const inner = "/folder/inner";
  const made: readonly Words[] = [
    { kind: "make", path: inner, isFolder: true },
    make(`${inner}/file`),
    write(`${inner}/file`, "words"),
    sync(`${inner}/file`),
    sync(inner),
  ];
  expect(leftAfter("nothing", ...made)).toEqual({});
  expect(leftAfter("nothing", ...made, sync(root))).toEqual({ [`${inner}/file`]: "words" });
});
