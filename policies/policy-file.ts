import { policyFilePoliciesMax } from "#domain/limits.ts";
import { nearestName } from "#domain/nearest-name.ts";

import { compilePolicy } from "./compile-policy.ts";
import { defaultPolicies, defaultPolicy } from "./default-policies.ts";
import type { Finding } from "./expression.ts";
import type { Policy } from "./policy.ts";

/** Policies of a file, or its errors, each with the line and column of the file. */
export type PolicyFile = { readonly policies: readonly Policy[] } | { readonly findings: readonly Finding[] };

interface Section extends Policy {
  readonly line: number;
}

const header = /^([A-Za-z0-9_]+):\s*$/;

/**
 * Reads a file of policies and checks each of them. A line `name:` begins a policy; the lines below it, up to the next
 * such line, are its expression. Lines that begin with `#`, and empty lines between policies, are ignored.
 */
export function readPolicyFile(text: string): PolicyFile {
  const { sections, findings } = sectionsOf(text);
  const all = [...findings, ...sections.flatMap(sectionFindings)];
  if (all.length > 0) return { findings: all.toSorted((a, b) => a.line - b.line || a.column - b.column) };
  return {
    policies: sections.map(({ name, resource, expression }) => ({
      name,
      resource,
      expression: unindented(expression),
    })),
  };
}

function unindented(expression: string): string {
  const lines = expression.split("\n");
  const depths = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const depth = Math.min(...depths);
  return lines
    .map((line) => line.slice(Math.min(depth, line.length)))
    .join("\n")
    .trim();
}

function sectionsOf(text: string): { readonly sections: readonly Section[]; readonly findings: readonly Finding[] } {
  const sections: Section[] = [];
  const findings: Finding[] = [];
  const names = new Set<string>();
  let within: { name: string; line: number; lines: string[] } | undefined;
  const close = (): void => {
    if (within === undefined) return;
    const { name, line, lines } = within;
    const policy = defaultPolicy(name);
    if (policy !== undefined) sections.push({ ...policy, expression: lines.join("\n").trimEnd(), line });
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const name = header.exec(line)?.[1];
    if (name !== undefined) {
      close();
      within = { name, line: index + 1, lines: [] };
      const problem = nameProblem(name, names);
      if (problem !== undefined) findings.push({ line: index + 1, column: 1, message: problem });
      names.add(name);
    } else if (line.startsWith("#")) within?.lines.push("");
    else if (within !== undefined) within.lines.push(line);
    else if (line.trim() !== "") {
      findings.push({
        line: index + 1,
        column: 1,
        message: "Before an expression stands the name of its policy: name:",
      });
    }
  }
  close();
  if (names.size === 0) findings.push({ line: 1, column: 1, message: "The file names no policy." });
  return { sections, findings };
}

function nameProblem(name: string, before: ReadonlySet<string>): string | undefined {
  if (before.has(name)) return `The policy '${name}' stands twice in this file.`;
  if (before.size >= policyFilePoliciesMax) return `A file has at most ${policyFilePoliciesMax} policies.`;
  if (defaultPolicy(name) !== undefined) return undefined;
  const nearest = nearestName(
    name,
    defaultPolicies.map((policy) => policy.name),
  );
  return `Nothing asks a policy '${name}'.${nearest === undefined ? "" : ` Did you mean '${nearest}'?`}`;
}

function sectionFindings(section: Section): readonly Finding[] {
  const check = compilePolicy(section);
  if (!("findings" in check)) return [];
  return check.findings.map(({ line, column, message }) => ({ line: section.line + line, column, message }));
}
