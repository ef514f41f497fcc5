import { expect, test } from "vitest";

import { Disk, fates } from "./disk.ts";
import { files, type Happening } from "./recording.ts";

const ofLog = { file: files.log, own: true, process: 1, bytes: Buffer.alloc(0) } as const;
const written = (words: string): Happening => ({ ...ofLog, kind: "write", at: 0, bytes: Buffer.from(words) });
const sync = (kind: Happening["kind"], number: number): Happening => ({ ...ofLog, kind, at: number });

/** Returns the log after a power cut that loses everything that it may. */
function leastLogAfter(...happenings: readonly Happening[]): string {
  const disk = new Disk({ before: Buffer.alloc(0), happenings, refused: 0, reasons: [] });
  for (const happening of happenings) disk.happens(happening);
  return String(disk.image(fates["nothing"] ?? (() => () => true), () => 0)[files.log]);
}

test("what a sync has brought stays, what was written after it began may not", () => {
  const begun = [written("old"), sync("syncBegins", 1), written("new")];
  expect(leastLogAfter(...begun)).toBe("");
  expect(leastLogAfter(...begun, sync("syncEnds", 1))).toBe("old");
});

test("what a sync has failed for no later one brings, unless it was written again", () => {
  const failed = [written("words"), sync("syncBegins", 1), sync("syncFails", 1)];
  const later = [sync("syncBegins", 2), sync("syncEnds", 2)];
  expect(leastLogAfter(...failed, ...later)).toBe("");
  expect(leastLogAfter(...failed, written("words"), ...later)).toBe("words");
});

test("a sync that only tells of an earlier failure brings nothing and takes nothing from the one beside it", () => {
  const beside = [written("words"), sync("syncBegins", 1), sync("syncBegins", 2), sync("syncTells", 1)];
  expect(leastLogAfter(...beside)).toBe("");
  expect(leastLogAfter(...beside, sync("syncEnds", 2))).toBe("words");
});
