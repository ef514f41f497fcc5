import { describe, expect, test } from "vitest";

import { createRandom, type Random } from "#domain/random.fixture.ts";

import { type PlantedFault, SynchronizationModel } from "./synchronization-model.fixture.ts";

const runs = 3_000;
const actsInRun = 30;

/** Lets a person, the service, senders and proxies act in any order, and then lets everything end. */
function randomRun(random: Random, fault?: PlantedFault): SynchronizationModel | undefined {
  const model = new SynchronizationModel(fault);
  const used: string[] = [];
  for (let act = 0; act < actsInRun; act += 1) {
    const place = random.below(3);
    const kind = random.below(20);
    if (kind < 3) model.changeAt(place);
    // Some target systems let people take an old password.
    else if (kind === 3 && used.length > 0) model.changeAt(place, used[random.below(used.length)]);
    else if (kind === 4) model.changeAll();
    else if (kind === 5) model.wait(random.pick([1_000, 120_000]));
    else if (kind === 6) tryLater(model, random);
    else {
      const acts = model.possible();
      acts[random.below(acts.length || 1)]?.();
    }
    used.push(...model.passwords().filter((password) => password !== ""));
  }
  return model.settle(random) ? model : undefined;
}

/** Loses the outcome of an operation that was sent, whether or not it was carried out. */
function tryLater(model: SynchronizationModel, random: Random): void {
  const sent = model.operations.filter(({ state }) => state === "sent");
  const operation = sent[random.below(sent.length || 1)];
  if (operation !== undefined) model.end(operation, "tried");
}

const isEqual = (model: SynchronizationModel) =>
  new Set(model.passwords().filter((password) => password !== "")).size <= 1;

/** Returns true if the operations are about as many as the changes of people on all target systems. */
function isWithoutEchoes({ operations, made }: SynchronizationModel): boolean {
  return operations.length <= made * 6;
}

/** Returns the numbers of the runs that do not end, leave the target systems apart, or set a password again and again. */
function failing(fault?: PlantedFault, count = runs): number[] {
  return Array.from({ length: count }, (_, seed) => seed).filter((seed) => {
    const model = randomRun(createRandom(seed + 1), fault);
    return model === undefined || !isEqual(model) || !isWithoutEchoes(model);
  });
}

describe("passwords that people change on three target systems", () => {
  test("are equal at the end, in whatever order changes, reports, operations and failures come", () => {
    expect(failing()).toEqual([]);
  });

  test.each([
    ["noSettling", 600],
    ["noTurns", 60],
    ["everyReportIsNew", 60],
  ] as const)("are not, if the rules have the fault %s", (fault, count) => {
    expect(failing(fault, count).length).toBeGreaterThan(0);
  });
});

describe("one change, with nothing else under way", () => {
  test("is set once on each other target system, never where it came from, and its echoes end", () => {
    const model = new SynchronizationModel();
    model.changeAt(0);
    expect(model.settle(createRandom(1))).toBe(true);
    expect(model.operations.map(({ account, state }) => [account, state])).toEqual([
      [1, "set"],
      [2, "set"],
    ]);
    expect(model.outcomes.toSorted()).toEqual(["echo", "echo", "synchronized"]);
  });

  test("by the service begins nothing", () => {
    const model = new SynchronizationModel();
    model.changeAll();
    expect(model.settle(createRandom(2))).toBe(true);
    expect([model.operations.length, model.outcomes]).toEqual([3, ["echo", "echo", "echo"]]);
  });

  test("of two at once one wins everywhere", () => {
    const model = new SynchronizationModel();
    model.changeAt(0, "one");
    model.changeAt(1, "two");
    expect(model.settle(createRandom(3))).toBe(true);
    expect(new Set(model.passwords()).size).toBe(1);
  });
});
