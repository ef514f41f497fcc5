import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { TestAnswer } from "../api.ts";
import { projectRoot } from "../source-files.ts";
import { type BodyOperation, type Csdl, longDescription, type Member, type Metadata } from "./metadata.ts";

const documented = new Set(
  [...readFileSync(join(projectRoot, "docs/errors.md"), "utf8").matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
    ([, code]) => code,
  ),
);

interface Detail {
  readonly code: string;
  readonly target: string | null | undefined;
  readonly message: string;
}

/** Returns the fault of an answer to a body that the document allows; undefined if the answer is correct. */
export function faultOf(
  metadata: Metadata,
  operation: BodyOperation,
  { status, json, text }: TestAnswer,
): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 500 && status !== 501) return `${status} ${text}`;
  const { error } = json as { error: Detail & { details?: Detail[] } };
  const { details = [] } = error;
  for (const detail of details.length === 0 ? [error] : details) {
    const fault = faultOfDetail(metadata, operation, detail);
    if (fault !== undefined) return `${fault}: ${text}`;
  }
  return undefined;
}

function faultOfDetail(
  metadata: Metadata,
  operation: BodyOperation,
  { code, target, message }: Detail,
): string | undefined {
  if (!documented.has(code)) return `the code ${code} stands in no document`;
  if (code === "FIELD_UNKNOWN") return "a field that the document has is unknown";
  if (target === null || target === undefined) return "it does not say what is meant";
  if (code !== "INPUT_INVALID") return undefined;
  const named = wordsAlong(metadata, operation, target);
  const rules = named
    .flatMap((words) => words.split(/(?<=\.) (?=It |The name of a member |A member )/))
    .map((rule) => rule.replace(/^(?:It|The name of a member|A member) (.*)\.$/s, "$1"));
  const isNamed = rules.some((rule) => rule !== "" && message.includes(rule));
  return isNamed ? undefined : `the document names no such rule (it names: ${rules.join(" | ")})`;
}

/** Returns the words of the document along the path to what an error names. */
function wordsAlong(metadata: Metadata, operation: BodyOperation, target: string): readonly string[] {
  const words = [longDescription(operation.restrictions)];
  let members: readonly Member[] =
    operation.type === null
      ? operation.parameters
      : metadata.concrete(operation.type).flatMap((type) => metadata.members(type));
  for (const name of target.split(".")) {
    const member = members.find((one) => one.name === name);
    if (member === undefined) continue;
    words.push(longDescription(member.csdl));
    const type: Csdl = metadata.type(String(member.csdl.$Type));
    if (type === undefined) continue;
    words.push(longDescription(type));
    members = metadata.members(member.csdl.$Type);
  }
  return words;
}
