import type { Command } from "commander";

import type { PluginKind } from "#plugins/contract/index.ts";
import type { PluginCall } from "#plugins/host/call-plugin.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { readText } from "../read-text.ts";

/** Adds `gatehouse plugin try`. */
export function addPluginCommand(program: Command): void {
  const plugin = program.command("plugin").description("Works with plug-ins.");
  plugin
    .command("try")
    .description("Asks a plug-in as the service would, with the same limits, and prints what it returns as JSON.")
    .argument("<file>", "the file of the plug-in: .mjs, .js or .ts")
    .requiredOption("--kind <kind>", "what it is asked for, such as newIdCase")
    .requiredOption("--input <json>", "the request as JSON; '-' = from standard input")
    .addHelpText("after", examples)
    .action(async (file: string, { kind, input }: { kind: string; input: string }) => {
      console.log(JSON.stringify(await answerOf(file, await knownKind(kind), input), null, 2));
    });
}

const examples = `
What it says to the log is printed on standard error. Exit code 0 when what it returns fits, 1 when it cannot be used, 2 when
the input does not fit its kind.

Examples:
  gatehouse plugin try ./upper.mjs --kind newIdCase --input '{"id": "Ada.Abel", "type": "account", "targetSystemKey": "HR"}'
  gatehouse plugin try ./upper.mjs --kind newIdCase --input - < request.json
`;

async function knownKind(kind: string): Promise<PluginKind> {
  const { pluginKinds } = await import("#plugins/host/plugin-kinds.ts");
  if (Object.hasOwn(pluginKinds, kind)) return kind as PluginKind;
  const all = Object.keys(pluginKinds).join(", ");
  throw new CliError(`--kind: there is no kind '${kind}' of plug-ins; there are: ${all}.`, ExitCode.Usage);
}

async function answerOf<Kind extends PluginKind>(file: string, kind: Kind, input: string): Promise<unknown> {
  const { callPlugin, PluginFailure } = await import("#plugins/host/call-plugin.ts");
  const request = await requestOf(kind, input);
  try {
    return await callPlugin({ file, kind, request, log: (text) => console.error(`log: ${text}`) });
  } catch (error) {
    if (!(error instanceof PluginFailure)) throw error;
    const own = error.own === undefined ? "" : `: ${error.own}`;
    throw new CliError(`${file} cannot be used: ${error.message}${own}`, ExitCode.Failed, error);
  }
}

async function requestOf<Kind extends PluginKind>(kind: Kind, input: string): Promise<PluginCall<Kind>["request"]> {
  const { wordsOf } = await import("#plugins/host/call-plugin.ts");
  const { pluginKinds } = await import("#plugins/host/plugin-kinds.ts");
  const { request, example } = pluginKinds[kind];
  const wanted = `A request of the kind ${kind} looks like ${JSON.stringify(example)}`;
  const parsed = request.safeParse(jsonOf(input === "-" ? readText(input) : input, wanted));
  if (parsed.success) return parsed.data;
  throw new CliError(`--input does not fit: ${wordsOf(parsed.error)}. ${wanted}`, ExitCode.Usage);
}

function jsonOf(text: string, wanted: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError(`--input is no JSON (${(error as Error).message}). ${wanted}`, ExitCode.Usage, error);
  }
}
