import type { Entry } from "ldapts";

import { ConnectorError } from "#connectors/contract/index.ts";
import { resultCodeOf, wordsOf } from "#connectors/ldap-client/errors.ts";
import { searchBelow } from "#connectors/ldap-client/search.ts";

import { requireKind } from "./address.ts";
import type { DirectorySchema } from "./directory-schema.ts";
import { entriesOf } from "./entries.ts";
import type { LdapSession } from "./session.ts";

const types = ["account", "group"] as const;

/** Describes the parts of an address that do not fit the directory, because of which a listing would be empty or incomplete. */
export async function whatDoesNotFit(session: LdapSession): Promise<readonly string[]> {
  const schema = await session.schema();
  const words = schema.known ? [...unknownNames(session, schema), ...membersElsewhere(session, schema)] : [];
  for (const type of types) {
    const { container, objectClass } = requireKind(session.options, type);
    const found = await anyOf(session, type);
    if (typeof found === "string") words.push(found);
    else if (found.length === 0)
      words.push(`No entry of the class ${objectClass} is seen below ${container} (${type}s).`);
  }
  const { passwordPolicyDN } = session.options;
  const policies = passwordPolicyDN === undefined ? undefined : await session.policies(session);
  if (policies?.of(undefined).length === 0) words.push(`No password policy is seen at ${passwordPolicyDN}.`);
  return words;
}

function unknownNames({ options }: LdapSession, schema: DirectorySchema): string[] {
  const classes = types.map((type) => requireKind(options, type).objectClass).filter((name) => !schema.hasClass(name));
  const attributes = [
    options.accountName,
    options.groupName,
    options.memberAttribute,
    options.idAttribute,
    options.markerAttribute,
    ...options.accountAttributes,
    ...options.groupAttributes,
  ].filter((name) => name !== undefined && schema.attribute(name) === undefined);
  return [
    ...classes.map((name) => `The directory knows no object class ${name}.`),
    ...[...new Set(attributes)].map((name) => `The directory knows no attribute ${name}.`),
  ];
}

function membersElsewhere({ options }: LdapSession, schema: DirectorySchema): string[] {
  const { groupClass, memberAttribute } = options;
  if (!schema.hasClass(groupClass) || schema.ruleOf([groupClass], memberAttribute) !== "no") return [];
  return [`The class ${groupClass} has no ${memberAttribute} of its own: groups of this class alone show no members.`];
}

/** Returns at most one entry of a type, or the reason why the search is not possible. */
async function anyOf(session: LdapSession, type: "account" | "group"): Promise<readonly Entry[] | string> {
  const kind = requireKind(session.options, type);
  try {
    return await searchBelow(session, kind.container, { filter: entriesOf(kind), attributes: ["1.1"], sizeLimit: 1 });
  } catch (error) {
    if (error instanceof ConnectorError && error.code === "config") return error.message;
    if (resultCodeOf(error) === undefined) throw error;
    return `${kind.container} cannot be searched for ${type}s: ${wordsOf(error as Error)}`;
  }
}
