import type { Connector } from "../connector.ts";
import { ensure } from "./rule.ts";
import { kitRules } from "./rules.ts";
import { runRule, whyLeftOut } from "./run-kit.ts";
import type { KitTarget, StartTarget } from "./target.ts";

/** The four functions of a test runner (vitest and most others have them). */
export interface TestRunner {
  describe(name: string, body: () => void): unknown;
  test(name: string, body: () => Promise<void>): unknown;
  beforeAll(run: () => Promise<void>): unknown;
  afterAll(run: () => Promise<void>): unknown;
}

/** Makes a test of each rule that applies to the connector, on one target for all of them. */
export function describeConnector(runner: TestRunner, connector: Connector, start: StartTarget): void {
  runner.describe(`the connector ${connector.definition.id} keeps the contract`, () => {
    let target: KitTarget | undefined;
    runner.beforeAll(async () => {
      target = await start();
    });
    runner.afterAll(async () => {
      await target?.stop();
    });
    for (const rule of kitRules) {
      if (whyLeftOut(rule, connector) !== undefined) continue;
      runner.test(rule.name, async () => {
        ensure(target !== undefined, "the target did not start");
        const { ok, message } = await runRule(rule, connector, target);
        ensure(ok, message);
      });
    }
  });
}
