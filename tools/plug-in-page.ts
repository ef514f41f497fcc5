import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { PluginKind } from "#plugins/contract/index.ts";
import { folderOfKind, pluginKindNames, pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { exampleOf } from "#plugins/kit/new-plugin.ts";
import { pluginRules } from "#plugins/kit/rules.ts";

import { markdownTable, writtenByDocs } from "./markdown.ts";

const contract = join(import.meta.dirname, "..", "plugins", "contract");

const introduction = `What each kind of plug-in is told and returns, what it may ask of the service, and an example that \`gatehouse plugin new\` writes.
[plug-ins.md](plug-ins.md) says how a plug-in is written, tested and put in its place.

A kind that nothing asks yet has its contract, its kit and its example, so that a plug-in of it can be written and tested; the service calls none of them so far.`;

/** Writes the page of the kinds of plug-ins, from the table of kinds, the published types and the examples. */
export function pluginKindsPage(): string {
  const rows = pluginKindNames.map((kind) => {
    const { title, askedBy, withinMs, secrets, services } = pluginKinds[kind];
    const named = ["log", ...services].map((service) => `\`${service}\``).join(", ");
    return [
      `[\`${kind}\`](#${kind.toLowerCase()})`,
      title,
      askedBy ?? "nothing yet",
      named,
      seconds(withinMs),
      yes(secrets),
    ];
  });
  const head = ["kind", "what it does", "asked by", "services", "within", "secrets"];
  const kit = pluginRules.map(({ name }) => `- ${name}`).join("\n");
  return `# Kinds of plug-ins

${writtenByDocs}

${introduction}

${markdownTable([head, ...rows])}

${pluginKindNames.map(kindSection).join("\n")}
## What they are told of requests and people

${typesOf("request.ts")}

## Services

${typesOf("services.ts")}

## The rules of the contract kit

${kit}
`;
}

function kindSection(kind: PluginKind): string {
  const { title, askedBy, builtIns, samples } = pluginKinds[kind];
  const [{ about, request }] = samples;
  const facts = [
    title,
    askedBy === null ? "Nothing asks it yet." : `Asked by ${askedBy}.`,
    ...(builtIns.length > 0 ? [`Built-in: ${builtIns.map((name) => `\`${name}\``).join(", ")}.`] : []),
  ];
  return `## ${kind}

${facts.join(" ")}

${typesOf(`${folderOfKind(kind)}.ts`)}

An example:

\`\`\`ts
${exampleOf(kind).trim()}
\`\`\`

A request as it may look (${about}):

\`\`\`json
${JSON.stringify(request, null, 2)}
\`\`\`
`;
}

/** Returns the published types of a file, without its imports. */
function typesOf(file: string): string {
  const text = readFileSync(join(contract, file), "utf8").replaceAll(/^import [^;]+;\n+/gm, "");
  return `\`\`\`ts\n${text.trim()}\n\`\`\``;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

function yes(is: boolean): string {
  return is ? "yes" : "no";
}
