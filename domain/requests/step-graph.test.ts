import { describe, expect, test } from "vitest";

import { createRandom } from "../random.fixture.ts";
import { type OperationCode, operationCodes } from "./operation-codes.ts";
import { blocked, dependencies, type GraphOperation, type GraphStep, ready } from "./step-graph.ts";

/** Returns an operation: `1:GRUA@T/a+g` is step 1, which adds account a to group g on T. Without `a` or `g` it means the created one. */
function operations(...texts: string[]): GraphOperation[] {
  return texts.map((text, index) => {
    const parts = /^(\w+):(\w+)@(\w+)(?:\/(\w+))?(?:\+(\w+))?$/.exec(text);
    if (parts === null) throw new RangeError(text);
    return {
      key: parts[1] ?? "",
      sequence: index + 1,
      code: parts[2] as OperationCode,
      targetSystemKey: parts[3] ?? null,
      accountKey: parts[4],
      groupKey: parts[5],
    };
  });
}

const graph = (...texts: string[]) => Object.fromEntries(dependencies(operations(...texts)));

describe("what depends on what", () => {
  test("creating a group, an account in it and the membership run one after another", () => {
    expect(graph("m:GRUA@T", "a:ACUA@T", "g:CRTG@T")).toEqual({ m: ["a", "g"], a: ["g"], g: [] });
  });

  test("the membership waits for the group also when no account is created", () => {
    expect(graph("m:GRUA@T/x", "g:CRTG@T")).toEqual({ m: ["g"], g: [] });
  });

  test("other targets are independent", () => {
    expect(graph("g:CRTG@T", "a:ACUA@U", "m:GRUA@V")).toEqual({ g: [], a: [], m: [] });
  });

  test("an account that exists does not wait for one that is created", () => {
    expect(graph("a:ACUA@T", "m:GRUA@T/x+g", "u:UPDA@T/x")).toEqual({ a: [], m: [], u: [] });
  });

  test("changes of a created account wait for it", () => {
    expect(graph("a:ACUA@T", "u:UPDA@T", "m:GRUA@T+g", "e:ENAU@T")).toEqual({ a: [], u: ["a"], m: ["a"], e: ["a"] });
  });

  test("memberships of one account in several groups run side by side", () => {
    expect(graph("1:GRUA@T/x+g", "2:GRUA@T/x+h", "3:GRUD@T/y+g")).toEqual({ 1: [], 2: [], 3: [] });
  });

  test("a deletion waits for all that still needs the object", () => {
    expect(graph("d:DELU@T/x", "m:GRUD@T/x+g", "n:GRUD@T/y+g", "l:DELG@T+g", "u:UPDA@T/x")).toEqual({
      d: ["m", "u"],
      m: [],
      n: [],
      l: ["m", "n"],
      u: [],
    });
  });

  test("what contradicts or overwrites runs in the order of the request", () => {
    expect(graph("1:DNAU@T/x", "2:ENAU@T/x", "3:GRUD@T/x+g", "4:GRUA@T/x+g")).toEqual({
      1: [],
      2: ["1"],
      3: [],
      4: ["3"],
    });
    expect(graph("1:UPDA@T/x", "2:UPDA@T/x", "3:UPDA@T/y")).toEqual({ 1: [], 2: ["1"], 3: [] });
  });

  test("passwords that are set with the proof of a change wait for it", () => {
    expect(graph("1:PWCH@T/x", "2:PWRS@U/y", "3:PWRS@V/z", "4:PWVF@U/v")).toEqual({ 1: [], 2: ["1"], 3: ["1"], 4: [] });
    expect(graph("1:PWRS@U/y", "2:PWCH@T/x")).toEqual({ 1: [], 2: [] });
  });

  test("it stays the same once the created objects have their keys", () => {
    const made = operations("a:ACUA@T/k", "g:CRTG@T+h", "m:GRUA@T", "n:GRUA@T/k+h");
    expect(Object.fromEntries(dependencies(made))).toEqual({ a: ["g"], g: [], m: ["a", "g"], n: ["a", "g"] });
  });

  test("operations without a target depend on nothing", () => {
    const roles = operations("1:ROLA@T", "2:ROLD@T").map((one) => ({ ...one, targetSystemKey: null }));
    expect([...dependencies(roles).values()]).toEqual([[], []]);
  });
});

const step = (key: string, dependsOn: string, result: GraphStep["result"] = null): GraphStep => ({
  key,
  dependsOn: [...dependsOn],
  result,
});

describe("what may begin", () => {
  test.each(["S", "X"] as const)("a step begins after %s", (result) => {
    const steps = [step("a", "", result), step("b", "a")];
    expect(ready(steps)).toEqual(["b"]);
    expect(blocked(steps)).toEqual([]);
  });

  test.each(["F", "N", "R"] as const)("a step and those behind it never begin after %s", (result) => {
    const steps = [step("c", "b"), step("b", "a"), step("a", "", result), step("d", "")];
    expect(ready(steps)).toEqual(["d"]);
    expect(blocked(steps).toSorted((x, y) => (x.key < y.key ? -1 : 1))).toEqual([
      { key: "b", because: "a" },
      { key: "c", because: "b" },
    ]);
  });

  test.each([null, "P"] as const)("a step waits while the one before it has the result %s", (result) => {
    const steps = [step("a", "", result), step("b", "a")];
    expect(ready(steps)).toEqual(result === null ? ["a"] : []);
    expect(blocked(steps)).toEqual([]);
  });

  test("a dependency that is not there counts as not done", () => {
    expect(ready([step("b", "z")])).toEqual([]);
  });
});

test("2,000 random requests come to an end: no cycle, every step begins or is blocked", () => {
  const random = createRandom(7);
  const codes = Object.keys(operationCodes) as OperationCode[];
  for (let round = 0; round < 2000; round++) {
    const request: GraphOperation[] = Array.from({ length: 1 + random.below(8) }, (_, index) => ({
      key: `k${index}`,
      sequence: random.below(5),
      code: random.pick(codes),
      targetSystemKey: random.pick(["T", "U"]),
      accountKey: random.pick([null, "x", "y"]),
      groupKey: random.pick([null, "g"]),
    }));
    const edges = dependencies(request);
    let steps: GraphStep[] = request.map(({ key }) => ({ key, dependsOn: edges.get(key) ?? [], result: null }));
    for (let turn = 0; turn <= request.length && steps.some((one) => one.result === null); turn++) {
      const begin = new Set(ready(steps));
      const never = new Set(blocked(steps).map(({ key }) => key));
      expect(begin.size + never.size).toBeGreaterThan(0);
      steps = steps.map((one) => {
        if (never.has(one.key)) return { ...one, result: "F" };
        return begin.has(one.key) ? { ...one, result: random.pick(["S", "S", "X", "F"] as const) } : one;
      });
    }
    expect(steps.every((one) => one.result !== null)).toBe(true);
  }
});
