import type { Command } from "commander";

import { ExitCode } from "../cli-error.ts";
import { jsonOf, kindOf, type KindOption, kindOption, knownKind, usable } from "../plugin-options.ts";
import { readText } from "../read-text.ts";
import { addTry } from "./plugin-try.ts";

/** Adds `gatehouse plugin new | list | test | try`. */
export function addPluginCommand(program: Command): void {
  const plugin = program.command("plugin").description("Create, list and test plug-ins");
  plugin
    .command("new")
    .description("Create a plug-in of a kind with a test that passes")
    .argument("<name>", "the name of its file, without an ending")
    .requiredOption("--kind <kind>", "what it is asked for, such as newIdCase; plugin list shows the kinds")
    .option("--folder <folder>", "where it is written", ".")
    .addHelpText("after", "\nExample:\n  gatehouse plugin new company-case --kind newIdCase --folder plugins\n")
    .action(async (name: string, { kind, folder }: { kind: string; folder: string }) => {
      const { writeNewPlugin } = await import("#plugins/kit/new-plugin.ts");
      process.exitCode = writeNewPlugin({ name, kind: await knownKind(kind), folder }, (line) => console.log(line));
    });
  plugin
    .command("list")
    .description("List the kinds of plug-ins with the built-in ones, and the files of PLUGIN_FOLDER")
    .option("--folder <folder>", "another folder than PLUGIN_FOLDER")
    .addHelpText(
      "after",
      "\nEach file is loaded as the service would load it. Exit code 1 when one of them cannot be used.\n",
    )
    .action(async ({ folder }: { folder?: string }) => {
      const { readSettings } = await import("#platform/settings/settings.ts");
      const { pluginLines } = await import("../plugin-list.ts");
      const { lines, isWhole } = await pluginLines(folder ?? readSettings().pluginFolder);
      for (const line of lines) console.log(line);
      if (!isWhole) process.exitCode = ExitCode.Failed;
    });
  plugin
    .command("test")
    .description("Run the contract kit against a plug-in; print TAP, and exit with 0 if all rules pass")
    .argument("<file>", "the file of the plug-in: .mjs, .js or .ts")
    .option(...kindOption)
    .option("--cases <file>", 'requests of your own as a JSON list of {"about", "request", "services", "patch"}')
    .addHelpText("after", "\nExample:\n  gatehouse plugin test ./company-case.ts --cases cases.json\n")
    .action(async (file: string, { kind: named, cases = "" }: KindOption & { cases?: string }) => {
      const { pluginRules } = await import("#plugins/kit/rules.ts");
      const { runPluginKit } = await import("#plugins/kit/run-plugin-kit.ts");
      const { readCases } = await import("#plugins/kit/read-cases.ts");
      const { writeTap } = await import("#connectors/contract/kit/tap.ts");
      const kind = await kindOf(file, named);
      const written = cases === "" ? [] : usable("--cases", () => readCases(kind, jsonOf("--cases", readText(cases))));
      const rules = runPluginKit({ file, kind, cases: written });
      process.exitCode = await writeTap(pluginRules.length, rules, (line) => console.log(line));
    });
  addTry(plugin);
}
