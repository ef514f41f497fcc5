import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { loadCommands } from "../command-groups.ts";
import { messageOf } from "../failure.ts";
import { createProgram } from "../program.ts";

let folder = "";
const printed: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-chain-"));
  printed.length = 0;
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const commands = await loadCommands("chain");
const password = { component: "password", outcomes: { passed: "ALLOW", failed: "DENY" } };
const chain = { name: "sign-in", first: "password", steps: { password } };

/** Runs the command; returns its output, or the message of its failure. */
async function check(written: unknown, ...options: string[]): Promise<string> {
  const file = join(folder, "chain.json");
  writeFileSync(file, typeof written === "string" ? written : JSON.stringify(written));
  try {
    await createProgram(commands).parseAsync(["chain", "check", file, ...options], { from: "user" });
    return printed.join("\n");
  } catch (error) {
    return messageOf(error).replaceAll(folder, "");
  }
}

describe("gatehouse chain check", () => {
  test("says of a chain that breaks no rule how many steps it has", async () => {
    expect(await check(chain)).toBe("The chain 'sign-in' of 1 step breaks no rule.");
  });

  test("tells as a warning what is to be thought over", async () => {
    const questions = { component: "questions", outcomes: { passed: "ALLOW", failed: "DENY", none: "DENY" } };
    const told = await check({ name: "own", first: "questions", steps: { questions } });
    expect(told.split("\n")).toEqual([
      "The chain 'own' of 1 step breaks no rule.",
      expect.stringMatching(/^Warning: steps\.questions\.configuration\.sets: .* Use 'predefined'\.$/),
    ]);
  });

  test("names every place where a chain breaks a rule", async () => {
    const selectors = [
      { expression: "client", match: "equal" },
      { expression: "adress", match: "set" },
    ];
    const wrong = { ...password, outcomes: { passed: "ALOW", failed: "DENY" } };
    expect(await check({ ...chain, selectors, steps: { password: wrong } })).toBe(
      "selectors.0.value: equal compares with a value. To ask whether there is one at all, use set. " +
        "selectors.1.expression: There is no fact 'adress'. Name one of: ip, client, userName, origin, language, provider. " +
        "steps.password.outcomes.passed: There is no step 'ALOW'. Do you mean 'ALLOW'? Name a step, ALLOW or DENY.",
    );
  });

  test.each([
    [
      "another match type",
      { selectors: [{ expression: "ip", match: "like" }] },
      "must be set, notset, equal, notequal",
    ],
    ["a field that nobody knows", { step: {} }, "The field 'step' is not known here."],
    ["a name that cannot be one", { name: "sign in" }, "name: must begin with a letter and hold at most 60 letters"],
    ["steps that are none", { steps: [] }, "steps: "],
    ["no steps", { steps: {} }, "steps: There are no steps. Add one."],
  ])("refuses %s", async (_, part, words) => {
    expect(await check({ ...chain, ...part })).toContain(words);
  });

  test("refuses what is no JSON, and a file that is not there", async () => {
    expect(await check("{ name: sign-in }")).toContain("it must be JSON of one chain");
    const program = createProgram(commands).parseAsync(["chain", "check", join(folder, "none.json")], { from: "user" });
    await expect(program).rejects.toThrow("none.json");
  });

  test("says for which facts a chain is taken", async () => {
    const selectors = [
      { expression: "client", match: "equal", value: "intranet" },
      { expression: "userName", match: "notset" },
    ];
    const selected = { ...chain, selectors };
    expect(await check(selected, "--fact", "client=intranet")).toContain("It is taken.");
    printed.length = 0;
    const refused = await check(selected, "--fact", "client=extranet", "--fact", "userName=ada");
    expect(refused).toContain(
      "It is not taken: 'client equal intranet' does not match.\nIt is not taken: 'userName notset'",
    );
    expect(await check(selected, "--fact", "clint=x")).toContain("Do you mean 'client'?");
    expect(await check(selected, "--fact", "client")).toContain("Say name=value.");
  });
});
