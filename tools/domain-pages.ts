import { passwordRules, type RuleDefinition } from "#domain/passwords/password-rules.ts";
import { type ObjectNeed, operationCodes, type OperationDefinition } from "#domain/requests/operation-codes.ts";
import { requestStatuses } from "#domain/requests/request-status.ts";

import { markdownTable, writtenByDocs } from "./markdown.ts";

const needs: Readonly<Record<ObjectNeed, string>> = {
  none: "",
  optional: "optional",
  existing: "required",
  existingOrCreated: "one that exists, or absent = the one that the same request creates",
};

/** Writes the page of the operation codes of requests, and of their statuses. */
export function operationsPage(): string {
  const codes = Object.entries<OperationDefinition>(operationCodes)
    .filter(([, { direct }]) => direct !== true)
    .map(([code, { title, account, group, capability, undoneBy }]) => [
      `\`${code}\``,
      title,
      needs[account],
      needs[group],
      capability === null ? "" : `\`${capability}\``,
      undoneBy === undefined ? "" : `\`${undoneBy}\``,
    ]);
  const statuses = Object.entries(requestStatuses).map(([letter, { title, goesTo }]) => [
    `\`${letter}\``,
    title,
    goesTo.length === 0 ? "nothing: it is final" : goesTo.map((next) => `\`${next}\``).join(", "),
  ]);
  const codeTable = markdownTable([
    ["code", "what", "`accountKey`", "`groupKey`", "capability", "undone by"],
    ...codes,
  ]);
  const statusTable = markdownTable([["status", "what", "goes to"], ...statuses]);
  return `# What requests ask for

${writtenByDocs}

The codes of the operations of a request, the objects that each names, what the connector of the target system must be able to do, and which operation on the same objects undoes it. [requests.md](requests.md) leads through a request.

${codeTable}

## The statuses of a request

${statusTable}
`;
}

/** Writes the page of the rules of password policies. */
export function passwordRulesPage(): string {
  const rows = Object.entries<RuleDefinition>(passwordRules).map(([name, { group, value, initial, description }]) => [
    group,
    `\`${name}\``,
    description,
    value.type === "number" ? `a whole number from ${value.min} to ${value.max}` : words[value.type],
    initial.mode,
    initial.value === null ? "–" : `\`${initial.value}\``,
  ]);
  return `# Rules of password policies

${writtenByDocs}

The rules of \`/v2/passwordPolicies('…')\` by group, what each compares with, and how they stand in a new policy.
[target-groups-and-passwords.md](target-groups-and-passwords.md) says what a policy is.

${markdownTable([["group", "rule", "meaning", "value", "mode at first", "value at first"], ...rows])}
`;
}

const words = {
  characters: "characters",
  words: "words, separated by blanks or commas",
  regex: "a regular expression",
  name: "the name of a plug-in",
  none: "none",
};
