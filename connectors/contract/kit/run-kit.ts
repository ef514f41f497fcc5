import type { Connector } from "../connector.ts";
import { Bench } from "./bench.ts";
import type { KitResult, KitRule } from "./rule.ts";
import { kitRules } from "./rules.ts";
import type { KitTarget } from "./target.ts";

/** Checks one rule after the other against a running target and yields the results; a rule that does not apply is reported as left out. */
export async function* runKit(connector: Connector, target: KitTarget): AsyncGenerator<KitResult> {
  for (const rule of kitRules) yield await runRule(rule, connector, target);
}

/** Checks one rule; never throws. */
export async function runRule(rule: KitRule, connector: Connector, target: KitTarget): Promise<KitResult> {
  const reason = whyLeftOut(rule, connector, target);
  if (reason !== undefined) return { rule: rule.name, ok: true, message: reason, leftOut: true };
  const bench = new Bench(connector, target);
  try {
    const needless = await rule.check(bench);
    return { rule: rule.name, ok: true, message: needless ?? "", leftOut: needless !== undefined };
  } catch (error) {
    return {
      rule: rule.name,
      ok: false,
      message: error instanceof Error ? error.message : String(error),
      leftOut: false,
    };
  } finally {
    await bench.clear();
  }
}

/** Returns the reason why a rule does not apply to a connector and target, if any. */
export function whyLeftOut(rule: KitRule, connector: Connector, target?: KitTarget): string | undefined {
  const missing = rule.needs.filter((capability) => !connector.capabilities.includes(capability));
  if (missing.length > 0) return `the connector does not offer ${missing.join(", ")}`;
  if (rule.sample !== undefined && target !== undefined && target.samples?.[rule.sample] === undefined)
    return `the target names no ${rule.sample}`;
  return undefined;
}
