import type { Connector } from "../connector.ts";
import { ensure } from "./rule.ts";
import type { KitResult } from "./rule.ts";
import { kitRules } from "./rules.ts";
import { runRule, whyLeftOut } from "./run-kit.ts";
import { leftOutLines, type WriteLine } from "./tap.ts";
import type { KitTarget, StartTarget } from "./target.ts";

/** Four functions of a test runner (vitest and most others have them). */
export interface TestRunner {
  describe(name: string, body: () => void): unknown;
  test(name: string, body: () => Promise<void>): unknown;
  beforeAll(run: () => Promise<void>): unknown;
  afterAll(run: () => Promise<void>): unknown;
}

/**
 * Makes a test of each rule that applies to the connector, all on one target. After the tests it prints the rules that were left
 * out, with the reasons.
 */
export function describeConnector(
  runner: TestRunner,
  connector: Connector,
  start: StartTarget,
  write: WriteLine = console.log,
): void {
  runner.describe(`the connector ${connector.definition.id} keeps the contract`, () => {
    let target: KitTarget | undefined;
    const results: KitResult[] = [];
    runner.beforeAll(async () => {
      target = await start();
    });
    runner.afterAll(async () => {
      await target?.stop();
      for (const line of leftOutLines(results)) write(line);
    });
    for (const rule of kitRules) {
      const reason = whyLeftOut(rule, connector);
      if (reason !== undefined) {
        results.push({ rule: rule.name, ok: true, message: reason, leftOut: true });
        continue;
      }
      runner.test(rule.name, async () => {
        ensure(target !== undefined, "the target did not start");
        const result = await runRule(rule, connector, target);
        results.push(result);
        ensure(result.ok, result.message);
      });
    }
  });
}
