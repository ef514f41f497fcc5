// @first it takes minutes: it waits for many syncs of a disk
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { Disk, fates } from "../support/power-cuts/disk.ts";
import { callers, files, record, toldUntil, type Recording } from "../support/power-cuts/recording.ts";
import { judge, type Verdict } from "../support/power-cuts/written.ts";
import { testSize } from "../support/test-size.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "power-cuts-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Cuts the power at moments spread over a recording, and counts the verdicts on the images. */
function cut(recording: Recording, images: number, options: { withoutOwnSync?: boolean } = {}) {
  const { happenings } = recording;
  const random = randomOf(images);
  const moments = Array.from({ length: images }, () => Math.floor(random() * happenings.length)).toSorted(
    (one, other) => one - other,
  );
  const kinds = Object.entries(fates);
  const disk = new Disk(recording, options);
  const verdicts: Record<Verdict, number> = { good: 0, lost: 0, broken: 0, half: 0 };
  const found: string[] = [];
  let done = 0;
  for (const [index, moment] of moments.entries()) {
    for (; done <= moment; done++) disk.happens(happenings[done] as (typeof happenings)[number]);
    const [name, fate] = kinds[index % kinds.length] as (typeof kinds)[number];
    const verdict = judge(join(folder, `image-${images}-${index}.db`), disk.image(fate, random), disk.answered);
    verdicts[verdict] += 1;
    if (verdict !== "good")
      found.push(`${verdict} at ${moment}, of what was not synced: ${name}`, toldUntil(recording, moment));
  }
  // The moments of the processes never repeat.
  if (!options.withoutOwnSync) for (const words of found.slice(0, 6)) console.log(words);
  return { ...verdicts, answered: disk.answered.size };
}

/** Returns random numbers that are the same in each run; the moments of the processes are not. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const transactionsEach = testSize(50, 100);
const images = testSize(300, 500);
// Many short recordings meet more than a long one, whose images take longer the more of it was never synced.
const rounds = testSize(1, 6);
// Each image is opened and checked, which a busy machine does many times slower.
const timeoutMs = testSize(600_000, 1_800_000);
const none = { lost: 0, broken: 0, half: 0 };

// The test is about files after a power cut, so it uses SQLite whatever the suite runs on.
test(
  "SQLite: a power cut at any moment loses nothing that was answered; without our own sync it would",
  async () => {
    for (let round = 1; round <= rounds; round++) {
      const failingOf1000 = { database: 0, log: 0 };
      const recording = await record({ folder: join(folder, `sound-${round}`), transactionsEach, failingOf1000 });
      expect([recording.refused, recording.reasons]).toEqual([0, []]);
      const found = cut(recording, images);
      const control = cut(recording, Math.ceil(images / 3), { withoutOwnSync: true });
      console.log("power cuts:", JSON.stringify(found), "without our own sync:", JSON.stringify(control));
      expect(found).toMatchObject({ ...none, good: images });
      expect(control.lost).toBeGreaterThan(0);
    }
  },
  timeoutMs,
);

test(
  "SQLite: nor does it where syncs of the log and of the database fail now and then and what they were to bring never comes",
  async () => {
    let ofDatabase = 0;
    for (let round = 1; round <= rounds; round++) {
      // The database is synced only when the whole log is written back, so these syncs are few.
      const failingOf1000 = { database: 500, log: 60 };
      const recording = await record({ folder: join(folder, `failing-${round}`), transactionsEach, failingOf1000 });
      const unsound = recording.happenings.filter(({ kind }) => kind === "syncFails" || kind === "syncTells");
      expect(unsound.length).toBeGreaterThan(5);
      ofDatabase += unsound.filter(({ file }) => file === files.database).length;
      const found = cut(recording, images);
      const words = `power cuts with ${unsound.length} failing syncs, ${ofDatabase} of the database so far:`;
      console.log(words, JSON.stringify(found), "refused:", recording.refused);
      expect(found).toMatchObject({ ...none, good: images });
      expect(recording.refused).toBeLessThan((callers * transactionsEach) / 2);
    }
    // In one short recording each of them may succeed.
    if (rounds > 1) expect(ofDatabase).toBeGreaterThan(0);
  },
  timeoutMs,
);
