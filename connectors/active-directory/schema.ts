import type { Entry } from "ldapts";

import type { AttributeType, ObjectType } from "#connectors/contract/index.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { requireKind } from "./entries.ts";
import type { DomainSession } from "./session.ts";
import { fileTimeAttributes } from "./times.ts";
import { readDefinitions } from "./value-forms.ts";

// Source: MS-ADTS 3.1.1.2.2.2. A large integer (2.5.5.16) becomes text, because not every value fits a number of JavaScript.
const kindBySyntax: Readonly<Record<string, AttributeType["kind"]>> = {
  "2.5.5.1": "ref",
  "2.5.5.8": "bool",
  "2.5.5.9": "int",
  "2.5.5.10": "binary",
  "2.5.5.11": "time",
  "2.5.5.15": "binary",
};
const caseExactSyntaxes = new Set(["2.5.5.3", "2.5.5.5"]);
// Bytes that the connector shows as text.
const shownAsText = new Set(["objectguid"]);
// Multi-valued by the schema, single-valued by the rules for accounts and groups.
const singleForAccounts = new Set(["description"]);
const constructedFlag = 0x4;

/** Describes the attributes that are read by the domain's own schema; a name unknown to the domain is left out. */
export async function schema(session: DomainSession): Promise<readonly ObjectType[]> {
  const kinds = ["account", "group"].map((type) => requireKind(session.options, type));
  const names = [...new Set(kinds.flatMap(({ readable }) => readable))];
  const known = await readDefinitions(session, names);
  return kinds.map(({ type, readable }) => ({
    type,
    attributes: [
      { name: "name", kind: "string", required: true },
      { name: "dn", kind: "ref", readOnly: true },
      ...readable.flatMap((name) => {
        const definition = known.get(name.toLowerCase());
        return definition === undefined ? [] : [describe(name, definition)];
      }),
    ],
  }));
}

function describe(name: string, definition: Entry): AttributeType {
  const first = (attribute: string): string => textsOf(definition, attribute)[0] ?? "";
  const lower = name.toLowerCase();
  const syntax = first("attributeSyntax");
  const constructed = (Number(first("systemFlags")) & constructedFlag) !== 0;
  // The odd side of a link, such as memberOf, is derived from the even one.
  const backLink = Number(first("linkID")) % 2 === 1;
  return {
    name,
    kind: kindOfValues(lower, syntax),
    ...(first("isSingleValued") !== "TRUE" && !singleForAccounts.has(lower) && { multi: true }),
    ...((first("systemOnly") === "TRUE" || constructed || backLink) && { readOnly: true }),
    ...(caseExactSyntaxes.has(syntax) && { caseExact: true }),
  };
}

function kindOfValues(lower: string, syntax: string): AttributeType["kind"] {
  if (fileTimeAttributes.has(lower)) return "time";
  return shownAsText.has(lower) ? "string" : (kindBySyntax[syntax] ?? "string");
}
