import type { KitResult } from "#connectors/contract/kit/rule.ts";
import type { PluginKind } from "#plugins/contract/index.ts";
import { pluginKindNames } from "#plugins/host/plugin-kinds.ts";
import { PluginProcesses } from "#plugins/host/plugin-processes.ts";

import { type KitCase, kitProcesses, PluginBench } from "./bench.ts";
import { type PluginRule, pluginRules } from "./rules.ts";

/** A plug-in that is to be tested. */
export interface TestedPlugin {
  readonly file: string;
  readonly kind: PluginKind;
  readonly cases: readonly KitCase[];
}

const loadMs = 10_000;

/**
 * Returns the kind that a plug-in names by its export `kind`; null if it names no known kind.
 * @throws PluginFailure if it cannot be loaded
 */
export async function kindOfPlugin(file: string): Promise<PluginKind | null> {
  const processes = new PluginProcesses(() => undefined, kitProcesses);
  try {
    const own = await processes.use(file, loadMs, (plugin) => plugin.loaded);
    return pluginKindNames.find((kind) => kind === own) ?? null;
  } finally {
    await processes.close();
  }
}

/** Checks one rule after the other; reports a rule that does not apply as left out. */
export async function* runPluginKit(tested: TestedPlugin): AsyncGenerator<KitResult> {
  for (const rule of pluginRules) yield await runPluginRule(rule, tested);
}

/** Checks one rule; never throws. */
export async function runPluginRule(rule: PluginRule, tested: TestedPlugin): Promise<KitResult> {
  const bench = new PluginBench(tested, tested.cases);
  try {
    const needless = await rule.check(bench);
    return { rule: rule.name, ok: true, message: needless ?? "", leftOut: needless !== undefined };
  } catch (error) {
    return { rule: rule.name, ok: false, message: (error as Error).message, leftOut: false };
  } finally {
    await bench.close();
  }
}
