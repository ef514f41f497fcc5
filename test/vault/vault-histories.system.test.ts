import { describe, expect, it } from "vitest";

import { createRandom } from "#domain/random.fixture.ts";

import { testSize } from "../support/test-size.ts";
import { ownRules, VaultModel, type VaultRules } from "../support/vault-model.ts";

const histories = testSize(1_000, 100_000);
const defectHistories = 40_000;
const steps = 40;

/** Returns the first fault in one history of an account; undefined if there is none. */
function faultIn(seed: number, rules: VaultRules): string | undefined {
  const random = createRandom(seed);
  const model = new VaultModel(random, rules, {
    nodes: seed % 2 === 0 ? ["A"] : ["A", "B"],
    isRemoved: seed % 5 === 0,
    isLeft: seed % 7 === 3,
  });
  for (let step = 0; step < steps; step += 1) {
    model.step();
    const fault = model.fault();
    if (fault !== undefined) return `history ${seed}, step ${step}: ${fault}`;
  }
  model.settleDown();
  return model.fault() ?? (model.isSettled() ? undefined : `history ${seed} is not settled in the end`);
}

function firstFault(count: number, rules: VaultRules): string | undefined {
  for (let seed = 1; seed <= count; seed += 1) {
    const fault = faultIn(seed, rules);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

describe("histories of writes, crashes, answers, late proxies and merges of two nodes", () => {
  it(`never leave an account without an entry that opens it, nor two confirmed ones without a conflict: ${histories}`, () => {
    expect(firstFault(histories, ownRules)).toBeUndefined();
  });

  const { tree, settle } = ownRules;
  it.each<[string, Partial<VaultRules>]>([
    ["another password is set while a late proxy may still act", { waitsForLateProxies: false }],
    ["an answer confirms without a look at the target", { verifies: false }],
    ["a candidate is written when its answer comes", { writesFirst: false }],
    ["what has turned out to be in force is set again", { setsUncertainAlone: false }],
    ["what was sent before is set over a password that the node does not know", { asksForOlder: false }],
    ["an account that went after its password was set is believed to have refused it", { knowsWhatWasSet: false }],
    ["what comes back under management counts as before", { doubtsWhatComesBack: false }],
    ["an answer of before it came back counts for what came after", { countsDoubtsWhenAsked: false }],
    ["no doubt makes a confirmed password uncertain", { tree: (entries) => tree(entries) }],
    [
      "what is uncertain is not given out",
      {
        tree: (entries, doubts) => ({
          ...tree(entries, doubts),
          giveOut: tree(entries, doubts).giveOut.filter(({ status }) => status === "C"),
        }),
      },
    ],
    [
      "one of two confirmed ones is chosen",
      {
        tree: (entries, doubts) => ({
          ...tree(entries, doubts),
          state: tree(entries, doubts).state === "conflict" ? "C" : tree(entries, doubts).state,
        }),
      },
    ],
    [
      "only the new one is given out",
      {
        tree: (entries, doubts) => ({
          ...tree(entries, doubts),
          giveOut: tree(entries, doubts).giveOut.slice(0, 1),
        }),
      },
    ],
    ["what may still be set has failed", { settle: (entries, findings) => settle(entries, findings, () => false) }],
    [
      "nothing ever fails",
      {
        settle: (entries, findings, may) => settle(entries, findings, may).filter(({ status }) => status !== "failed"),
      },
    ],
  ])("are found to break it where %s", (_defect, planted) => {
    expect(firstFault(defectHistories, { ...ownRules, ...planted })).toBeDefined();
  });
});
