import { fileURLToPath } from "node:url";

import type { TestRunner } from "#connectors/contract/kit/describe-connector.ts";
import { ensure } from "#connectors/contract/kit/rule.ts";
import type { PluginKind } from "#plugins/contract/index.ts";

import { readCases } from "./read-cases.ts";
import { pluginRules } from "./rules.ts";
import { kindOfPlugin, runPluginRule } from "./run-plugin-kit.ts";

/** A plug-in and the facts that its author gives. */
export interface DescribedPlugin {
  /** File of the plug-in, as a path or an address. */
  readonly file: string | URL;
  /** Kind of the plug-in; absent = its export `kind`. */
  readonly kind?: PluginKind;
  /** Requests of the author, each with the expected patch and the answers of the services, in the form that the command takes. */
  readonly cases?: readonly unknown[];
}

/** Makes a test of each rule for plug-ins. */
export function describePlugin(runner: Pick<TestRunner, "describe" | "test">, plugin: DescribedPlugin): void {
  const file = typeof plugin.file === "string" ? plugin.file : fileURLToPath(plugin.file);
  runner.describe(`the plug-in ${file} keeps the contract`, () => {
    for (const rule of pluginRules) {
      runner.test(rule.name, async () => {
        const kind = plugin.kind ?? (await kindOfPlugin(file));
        ensure(kind !== null, "it exports no kind; name it here");
        const { ok, message } = await runPluginRule(rule, { file, kind, cases: readCases(kind, plugin.cases ?? []) });
        ensure(ok, message);
      });
    }
  });
}
