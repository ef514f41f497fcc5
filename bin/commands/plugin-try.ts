import type { Command } from "commander";

import type { PluginKind } from "#plugins/contract/index.ts";
import type { WrittenCase } from "#plugins/kit/read-cases.ts";

import { jsonOf, kindOf, type KindOption, kindOption, unusable, usable } from "../plugin-options.ts";
import { readText } from "../read-text.ts";

/** Adds `gatehouse plugin try`. */
export function addTry(plugin: Command): void {
  plugin
    .command("try")
    .description("Call a plug-in with the limits of the service and print its result as JSON")
    .argument("<file>", "the file of the plug-in: .mjs, .js or .ts")
    .option(...kindOption)
    .requiredOption("--input <json>", "the request as JSON; '-' = from standard input")
    .option("--services <json>", "what its services answer, by their names; absent = they know nothing", "{}")
    .addHelpText("after", tryExamples)
    .action(async (file: string, { kind, ...given }: KindOption & Given) => {
      console.log(JSON.stringify(await answerOf(file, await kindOf(file, kind), given), null, 2));
    });
}

const tryExamples = `
What it says to the log is printed on standard error. Exit code 0 when what it returns fits, 1 when it cannot be used, 2 when
the input does not fit its kind.

Examples:
  gatehouse plugin try ./upper.mjs --kind newIdCase --input '{"id": "Ada.Abel", "type": "account", "targetSystemKey": "HR"}'
  gatehouse plugin try ./upper.mjs --kind newIdCase --input - < request.json
`;

interface Given {
  readonly input: string;
  readonly services: string;
}

async function answerOf(file: string, kind: PluginKind, given: Given): Promise<unknown> {
  const { callPlugin } = await import("#plugins/host/call-plugin.ts");
  const { PluginProcesses } = await import("#plugins/host/plugin-processes.ts");
  const { sourcesOf } = await import("#plugins/host/service-table.ts");
  const { readCase } = await import("#plugins/kit/read-cases.ts");
  const { pluginKinds } = await import("#plugins/host/plugin-kinds.ts");
  const wanted = `A request of the kind ${kind} looks like ${JSON.stringify(pluginKinds[kind].samples[0].request)}`;
  const text = given.input === "-" ? readText(given.input) : given.input;
  const written = {
    about: "--input",
    request: jsonOf("--input", text, wanted),
    services: jsonOf("--services", given.services) as WrittenCase["services"],
  };
  const one = usable(wanted, () => readCase(kind, written));
  const processes = new PluginProcesses(() => console.error("log: it has failed after it had answered"));
  const log = (line: string) => console.error(`log: ${line}`);
  try {
    return await callPlugin(processes, { file, kind, request: one.request, services: sourcesOf(one.services), log });
  } catch (error) {
    throw await unusable(file, error);
  } finally {
    await processes.close();
  }
}
