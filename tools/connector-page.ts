import {
  addressJsonSchema,
  type Connector,
  type GuardEffect,
  type ObjectType,
  validateAddress,
} from "#connectors/contract/index.ts";
import { kindsOf } from "#connectors/sql/mariadb/kinds.ts";
import { kindsOf as postgresqlKindsOf } from "#connectors/sql/postgresql/kinds.ts";

import { type ConnectorExample, connectorExamples } from "./connector-examples.ts";
import { connectorNotes } from "./connector-notes.ts";
import { markdownTable, writtenByDocs } from "./markdown.ts";

interface JsonSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Writes the page of a connector: the needs of a first target system, derived from the connector's schema and its example. */
export async function connectorPage(connector: Connector): Promise<string> {
  const { id, title } = connector.definition;
  const example = connectorExamples[id];
  if (example === undefined) throw new Error(`The connector ${id} has no example in tools/connector-examples.ts.`);
  const notes = connectorNotes[id];
  const sections = [
    `# ${title} (\`${id}\`)\n\n${writtenByDocs}\n\n${introduction(connector)}`,
    `## The address\n\n${markdownTable([["property", "type", "required", "default", "meaning"], ...addressRows(addressJsonSchema(connector))])}`,
    `## The login\n\n${loginSection(example)}`,
    `## Rights on the target\n\n${example.rights.map((right) => `- ${right}`).join("\n")}`,
    `## Object types and attributes\n\n${await objectsSection(connector, example)}`,
    `## Guarded attributes\n\n${guardsSection(connector)}`,
    `## A first target system\n\n${walk(connector, example)}`,
    ...(notes === undefined ? [] : [`## What else to know\n\n${notes.join("\n\n")}`]),
  ];
  return `${sections.join("\n\n")}\n`;
}

function introduction({ definition, capabilities }: Connector): string {
  const names = capabilities.map((name) => `\`${name}\``).join(", ");
  return `What a target system with the type \`${definition.id}\` needs. It can do: ${names}. [connectors.md](../connectors.md) compares the connectors.`;
}

function addressRows(schema: JsonSchema, prefix = ""): string[][] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const given = property.default === undefined ? "–" : `\`${JSON.stringify(property.default)}\``;
    const must = required.includes(name) ? "yes" : "";
    const words = [property.title, property.description].filter((text) => text !== undefined);
    const meaning = words.map((text) => text.replace(/\.$/, "")).join(": ");
    const row = [`\`${prefix}${name}\``, typeOf(property), must, given, meaning];
    return [row, ...addressRows(property, `${prefix}${name}.`)];
  });
}

function typeOf({ type = "any value", enum: values, items }: JsonSchema): string {
  if (values !== undefined) return values.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  return type === "array" ? `list of ${items?.type ?? "values"}` : type;
}

function loginSection({ login, secret }: ConnectorExample): string {
  if (login === undefined) return "None: the connector asks for no credential.";
  return `One credential of the role \`admin\`: \`administratorId\` is the login, \`password\` is ${secret}. A credential has this role unless it says
\`isSystemPassword: true\` (the role \`system\`, which this connector does not ask for); of several the one with the lowest \`useOrder\` is taken.`;
}

async function objectsSection(connector: Connector, example: ConnectorExample): Promise<string> {
  const options = await validateAddress(connector, example.address);
  const told = toldBy[connector.definition.id];
  if (told !== undefined) return told;
  const types = await Promise.all(
    sessionsOf(connector, options).map(async ({ heading, session }) => {
      const found = await readSchema(connector, session);
      return found.map((type) => `### \`${type.type}\`${heading}\n\n${attributeTable(type)}`);
    }),
  );
  return types.flat().join("\n\n");
}

// These connectors read their schema from the target, so the documents cannot list it.
const toldBy: Readonly<Record<string, string>> = {
  "active-directory": `\`account\` and \`group\`. Both have \`name\` (the sAMAccountName, required) and \`dn\` (read-only), and the attributes that \`accountAttributes\` and
\`groupAttributes\` of the address name; their types, and whether they hold several values, are those of the domain's own schema.`,
  scim: `\`account\` (\`User\`) and \`group\` (\`Group\`), as far as the service has them. Both have \`name\`: the \`userName\` of a user, the \`displayName\` of a group. All other
attributes are those of the service's own schemas, or of RFC 7643 where it shows none; a part of a complex one with a dot (\`name.givenName\`), one of an extension behind its address.`,
};

function sessionsOf({ definition }: Connector, options: unknown): { heading: string; session: unknown }[] {
  if (definition.id !== "sql") return [{ heading: "", session: { options } }];
  return [
    { heading: " (MariaDB, MySQL)", session: { kinds: kindsOf("mariadb", { defaultHost: "%", hostNames: false }) } },
    { heading: " (PostgreSQL)", session: { kinds: postgresqlKindsOf({ readsPasswords: true, version: 150_000 }) } },
  ];
}

// The schema of these connectors depends on their options alone, so no target is called.
async function readSchema({ definition }: Connector, session: unknown): Promise<readonly ObjectType[]> {
  const signal = new AbortController().signal;
  const log = { debug() {}, info() {}, warn() {} };
  const operation = { id: "documents", sends: 1, deadlineMs: 0 };
  return (await definition.operations.schema?.(session, { signal, log, operation, heartbeat() {}, notice() {} })) ?? [];
}

function attributeTable({ attributes }: ObjectType): string {
  const rows = attributes.map((attribute) => [
    `\`${attribute.name}\``,
    attribute.kind,
    attribute.multi ? "yes" : "",
    [
      attribute.required && "required",
      attribute.readOnly && "read-only",
      attribute.writeOnly && "written, never read",
      attribute.notReturnedByDefault && "shown when asked for",
    ]
      .filter((word) => typeof word === "string")
      .join(", "),
  ]);
  return markdownTable([["attribute", "kind", "several values", ""], ...rows]);
}

const effectWords: Readonly<Record<GuardEffect, string>> = {
  rights: "give rights on the target",
  memberships: "write memberships, members or owners",
  foreign: "touch what is not the account's own",
  state: "change a state that an option of the target system may forbid",
};

function guardsSection({ definition: { guardedAttributes = [] } }: Connector): string {
  const groups = Map.groupBy(guardedAttributes, ({ of, effect }) => `${of} ${effect}`);
  const rows = [...groups.values()].map((guards) => {
    const [{ of, effect } = { of: "account", effect: "rights" } as const] = guards;
    return [`\`${of}\``, effectWords[effect], guards.map(({ name }) => `\`${name}\``).join(", ")];
  });
  const words =
    "Attributes that are more than a description. No request and no update gives them a value that nobody allowed ([writing-a-connector.md](../writing-a-connector.md)).";
  return `${words}\n\n${markdownTable([["of", "they", "attributes"], ...rows])}`;
}

const withoutPhases =
  "`authorizationPhases` names the approvers ([requests.md](../requests.md)). For a test target alone, `autoApprove: true` can stand in their place: then nobody is asked, and each user gets at once whatever they request there.";

/** Phases of the first target system: the recipient's manager decides. */
const firstPhases = [{ sequence: 1, authorizers: [{ userClass: "_MANAGER_DIRECT_" }] }];

function walk({ definition }: Connector, { id, description, address, login }: ConnectorExample): string {
  const target = {
    id,
    type: definition.id,
    description,
    address,
    proxyServers: ["local"],
    authorizationPhases: firstPhases,
  };
  const post = (path: string, body: object) =>
    `curl -sS "$API/v2/${path}" -H "$AUTH" -H 'Content-Type: application/json' -d @- <<'END'\n${JSON.stringify(body, undefined, 2)}\nEND`;
  const credential =
    login === undefined
      ? []
      : [
          "# Its login. The password goes in and never comes out.",
          post(`targetSystems('${id}')/credentials`, { administratorId: login, password: "its-secret" }),
          "",
        ];
  const code = [
    "# The target system. What people request on it their direct managers approve.",
    post("targetSystems", target),
    "",
    ...credential,
    "# Does it work? The proxy logs in and asks the target what it is.",
    `ANSWER=$(curl -sSi "$API/v2/targetSystems('${id}')/testConnection" -H "$AUTH" -H 'Content-Type: application/json' -d '{}')`,
    "OPERATION=$(echo \"$ANSWER\" | sed -n 's/^[Ll]ocation: \\([^[:space:]]*\\).*/\\1/p')",
    "TRIES=0",
    'while [ -n "$OPERATION" ] && [ $((TRIES += 1)) -le 60 ]; do',
    '  ANSWER=$(curl -sS --fail-with-body "$OPERATION" -H "$AUTH") || break',
    '  echo "$ANSWER" | grep -Eq \'"status":"(succeeded|failed)"\' && break',
    "  sleep 1",
    "done",
    'echo "$ANSWER"',
  ];
  return `\`API\` and \`AUTH\` as in the first call of the [README](../../README.md); \`local\` is the proxy that \`gatehouse up\` starts.\n\n\`\`\`sh\n${code.join("\n")}\n\`\`\`\n\n${withoutPhases}`;
}
