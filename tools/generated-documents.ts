import { allRoutes } from "#api/all-routes.ts";
import { identityRoutes } from "#api/identity/routes.ts";
import { publicRoutes } from "#api/public-routes.ts";
import { reactRoutes } from "#api/react/routes.ts";
import { v2Routes } from "#api/v2/routes.ts";
import { builtInConnectors } from "#bin/connectors.ts";
import { defaultSessionsPerTarget, kitRules } from "#connectors/contract/index.ts";
import { auditOperations } from "#domain/audit/audit-operations.ts";
import { errors } from "#domain/errors.ts";
import { requestEnds } from "#domain/requests/request-ends.ts";
import { waitingProperties } from "#domain/waiting-properties.ts";
import { webhookEvents } from "#domain/webhooks/webhook-events.ts";
import { type TargetSystemOption, targetSystemOptions } from "#operations/abilities/target-system-options.ts";
import { importFields } from "#policies/import-fields.ts";
import type { ResourceFields } from "#policies/resources.ts";

import { chainPartsPage } from "./chain-parts-page.ts";
import { commandPage } from "./command-pages.ts";
import { connectorPage } from "./connector-page.ts";
import { decisionsPage } from "./decisions-page.ts";
import { operationsPage, passwordRulesPage } from "./domain-pages.ts";
import { doorsPage } from "./doors-page.ts";
import { markdownTable, writtenByDocs } from "./markdown.ts";
import { mergingPage } from "./merging-page.ts";
import { metricsPage } from "./metrics-page.ts";
import { pluginKindsPage } from "./plug-in-page.ts";
import { settingsPage } from "./settings-page.ts";
import { specificationPage } from "./specification-page.ts";
import { webCalls } from "./web-calls.ts";
import { webModel, webModelNames } from "./web-model.ts";
import { webProperties, webPropertyTexts } from "./web-properties.ts";

/** A file that is derived from tables in the code: a page of docs/, or types and texts of the web UI. */
export interface GeneratedDocument {
  /** Path from the root of the project. */
  readonly path: string;
  readonly text: string;
}

/** Returns every generated page with its current text. */
export async function generatedDocuments(): Promise<GeneratedDocument[]> {
  const connectorPages = builtInConnectors.map(async (connector) => ({
    path: `docs/connectors/${connector.definition.id}.md`,
    text: await connectorPage(connector),
  }));
  return [
    ...(await Promise.all(connectorPages)),
    { path: "docs/commands.md", text: commandPage() },
    { path: "docs/doors.md", text: doorsPage([...identityRoutes, ...reactRoutes, ...v2Routes]) },
    { path: "docs/chain-parts.md", text: chainPartsPage() },
    { path: "docs/decisions/README.md", text: decisionsPage() },
    { path: "docs/operation-codes.md", text: operationsPage() },
    { path: "docs/specification.md", text: await specificationPage() },
    { path: "docs/merging.md", text: mergingPage() },
    { path: "docs/metrics.md", text: metricsPage() },
    { path: "docs/password-rules.md", text: passwordRulesPage() },
    { path: "docs/plug-in-kinds.md", text: pluginKindsPage() },
    { path: "docs/endpoints.md", text: page("Endpoints", endpointsIntroduction, endpointRows()) },
    {
      path: "docs/target-system-options.md",
      text:
        page("Options of target systems", optionsIntroduction, optionRows()) + definitionsSection + waitingSection(),
    },
    { path: "docs/import-rule-fields.md", text: page("Fields of import rules", fieldsIntroduction, fieldRows()) },
    { path: "docs/settings.md", text: settingsPage() },
    { path: "docs/errors.md", text: page("Errors", errorsIntroduction, errorRows()) + operationCodesSection() },
    {
      path: "docs/connectors.md",
      text: page("Connectors", connectorsIntroduction, capabilityRows()) + pagesSection() + kitSection(),
    },
    { path: "docs/webhook-events.md", text: page("Events of webhooks", webhookIntroduction, webhookRows()) },
    { path: "web/api/model.ts", text: webModel() },
    { path: "web/api/calls.ts", text: webCalls(webModelNames()) },
    ...webProperties().map(([path, text]) => ({ path, text })),
    ...webPropertyTexts().map(([path, text]) => ({ path, text })),
    { path: "docs/audit-operations.md", text: page("Operations of the audit", auditIntroduction, auditRows()) },
    { path: "web/messages/audit-words.en.json", text: auditWords() },
  ];
}

const endpointsIntroduction = `Every route with the policy that its last step asks; the policies of its parents are asked before. Names of sets are taken in
any case, a key that is a guid bare or in quotes, and the sets also without \`/v2\`. Every other method on a path listed here is 405 with \`Allow\`.
\`POST /idapi/{operation}\` takes every operation of the [table of doors](doors.md).`;

const optionsIntroduction = `The options of a target system are properties of \`/v2/targetSystems({id})\`, and are also available
one by one under \`/v2/targetSystems({id})/options('…')\`. An invalid value is rejected with \`OPTION_VALUE_INVALID\`. [plug-ins.md](plug-ins.md) explains how to write a plug-in.

A new target system requires \`authorizationPhases\` or \`autoApprove: true\`; without them nothing can be requested on it (\`PHASES_MISSING\`). Phases have precedence
over \`autoApprove\`. \`gatehouse migrate\` and \`gatehouse catalogue closed\` list the target systems and managed groups on which
nothing can be requested.`;

const fieldsIntroduction = `What the condition of an import rule may read of \`resource\`: for \`managedSystem\` a target system, for \`managedAccount\` an account.
A list is asked by \`'…' in resource.groups\`. [import-rules.md](import-rules.md) says how rules are written and tried.`;

const errorsIntroduction = `The body of an error is \`{"error": {"code", "message", "target", "details"}}\`. The kind decides the status. A message
may be replaced by a more exact one that names field, rule and way out; the code stays.`;

const connectorsIntroduction = `The connectors that every proxy has, and what each can do: the functions that a connector has are its capabilities. What a target can do
may be less, as its settings say; the proxy then answers \`notSupported\`. [Writing a connector](writing-a-connector.md) leads to one of your own.`;
const auditIntroduction = `The codes in the column \`operation\` of the audit, and what each stands for. A refusal has the
code of what was refused and the result \`F\`. [audit.md](audit.md) says what else a row holds.`;

const webhookIntroduction = `The types of events that webhooks get, and the fields of \`data\`. A field is null where the row names nothing there, or was
removed before the event was collected. [webhooks.md](webhooks.md) says how to receive them.`;

function webhookRows(): string[][] {
  const rows = Object.entries(webhookEvents).map(([type, { description, data }]) => {
    const fields = Object.keys(data).map((field) => `\`${field}\``);
    return [`\`${type}\``, description, fields.join(", ")];
  });
  return [["type", "when", "data"], ...rows];
}

function auditRows(): string[][] {
  const rows = Object.entries(auditOperations).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [["code", "what it stands for"], ...rows.map(([code, { description }]) => [`\`${code}\``, description])];
}

/** Returns the English texts of the operations of the audit for the pages. */
function auditWords(): string {
  const texts = Object.entries(auditOperations).map(([code, { description }]) => [`audit.did.${code}`, description]);
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`;
}

function endpointRows(): string[][] {
  // The addresses of the library for operations are those of docs/doors.md.
  const shown = allRoutes.filter(
    ({ session, policy, path }) => session === undefined || policy === null || path === "/idapi/logout",
  );
  const rows = shown.map(({ method, path, policy }) => {
    const because = publicRoutes[`${method} ${path}`] ?? "";
    return [method, `\`${path}\``, policy === null ? `none: ${because}` : `\`${policy}\``];
  });
  return [["method", "path", "policy"], ...rows];
}

function optionRows(): string[][] {
  const rows = Object.entries<TargetSystemOption>(targetSystemOptions).map(([name, option]) => {
    const value = option.type === "boolean" ? "true or false" : `${option.text.words}, or null`;
    return [`\`${name}\``, option.description, value, `\`${option.initial}\``];
  });
  return [["option", "meaning", "value", "default"], ...rows];
}

const definitionsSection = `
## Attribute definitions

What \`/v2/targetSystems({id})/attributeDefinitions\` says of an attribute holds for every create and update of accounts (\`discoveredObjectType\` \`user\`) and groups, in
requests as in direct writes, before anything is stored: \`type\`, \`minValues\`, \`maxValues\`, and \`valueRegex\`, which fits anywhere in a value unless it has \`^\` and \`$\`.
With the action \`set\` the values come from the profile attribute of the account's owner that \`mappedAttribute\` names (\`id\`, \`displayName\`, \`timeZone\` and \`calendar\` too); another value
is refused. An update is judged by the attributes that it names.

An attribute without a definition is refused (\`ATTRIBUTE_UNDEFINED\`), in requests as in direct writes, unless the caller may define attributes of that target system (the policies
\`targetsystems_get\` and \`targetsystems_attributedefinitions_post_create\`). What \`/v2/catalogueItems\` shows as \`fields\` is what a request takes. \`shortId\`, the name of a new object, needs no definition.

On a source of profiles they say, too, what a discovery takes into the profiles of people ([discovery.md](discovery.md#people-who-come-from-a-target-system)).

### Guarded attributes

A connector declares the attributes that are more than a description of their object (\`guardedAttributes\`, [writing-a-connector.md](writing-a-connector.md)). What happens with one follows from its effect:

| effect | in a request | in a direct write |
|---|---|---|
| gives rights, touches what is not the account's own, or changes a state | refused (\`ATTRIBUTE_GUARDED\`), unless its definition has \`mayGiveRights: true\` and the target system has \`authorizationPhases\`; under \`autoApprove\` alone it stays refused | needs \`mayGiveRights: true\`, and a caller who may define attributes there |
| writes memberships or owners of groups | asks for each group that is added or removed what \`GRUA\`, \`GRUD\` or \`GROA\` would ask: its phases, its owners, whether it is managed; a value that names no group on record is refused | needs a caller who may define attributes there |

\`mayGiveRights\` is set by those who may change definitions. It lets requests set the attribute to any value that fits its definition, so give it a narrow \`valueRegex\`, and phases whose approvers know what it means.

### Groups that can be requested

\`GRUA\`, \`GRUD\`, \`GROA\`, \`GROD\`, \`UPDG\` and \`DELG\` are taken for managed groups only (\`GROUP_NOT_MANAGED\`), except from callers who may manage the group (\`groups_post_manage\`) or change the options of the target system. A group becomes managed when a person manages it, when a request
creates it (\`CRTG\`), or at a discovery while \`automaticallyDiscoverResourcesToLoad\` is \`true\`. [managed-groups.md](managed-groups.md) has the rest.
`;

function waitingSection(): string {
  const introduction = `Properties that can be read and sent, of which only some values are honoured today. What is not honoured is answered 501
\`NOT_SUPPORTED\` and not stored; what an earlier version has stored stays, without effect.`;
  const rows = waitingProperties.map(({ resource, property, honoured, waitsFor }) => [
    `\`${resource}\``,
    `\`${property}\``,
    honoured.map((value) => `\`${JSON.stringify(value)}\``).join(", "),
    waitsFor,
  ]);
  return `\n## What waits for a later part\n\n${introduction}\n\n${markdownTable([["of", "property", "honoured", "the others wait for"], ...rows])}\n`;
}

function fieldRows(): string[][] {
  const rows = Object.entries<ResourceFields>(importFields).flatMap(([objectType, fields]) =>
    Object.entries(fields).map(([name, { type }]) => [`\`${objectType}\``, `\`resource.${name}\``, type]),
  );
  return [["rule for", "field", "type"], ...rows];
}

function errorRows(): string[][] {
  const rows = Object.entries(errors).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [["code", "kind", "message"], ...rows.map(([code, { kind, message }]) => [`\`${code}\``, kind, message])];
}

function operationCodesSection(): string {
  const rows = Object.entries(requestEnds).map(([status, { code, message }]) => [
    `\`${code}\``,
    `\`${status}\``,
    message,
  ]);
  const introduction = `What \`error\` of an operation says whose request ended before it was authorized. Every other code there is one of the connector's closed list
([writing-a-connector.md](writing-a-connector.md#what-must-hold)), or one of those above.`;
  return `\n## Codes of operations\n\n${introduction}\n\n${markdownTable([["code", "status of the request", "message"], ...rows])}\n`;
}

function capabilityRows(): string[][] {
  const all = builtInConnectors.toSorted((a, b) => (a.definition.id < b.definition.id ? -1 : 1));
  const names = [...new Set(all.flatMap(({ capabilities }) => capabilities))].toSorted();
  const rows = names.map((name) => [
    `\`${name}\``,
    ...all.map(({ capabilities }) => (capabilities.includes(name) ? "yes" : "")),
  ]);
  const facts = [
    ["title", ...all.map(({ definition }) => definition.title)],
    ["version", ...all.map(({ definition }) => definition.version)],
    [
      "sessions to one target",
      ...all.map(({ definition }) => String(definition.concurrency?.perTarget ?? defaultSessionsPerTarget)),
    ],
  ];
  return [["", ...all.map(({ definition }) => `\`${definition.id}\``)], ...facts, ...rows];
}

function pagesSection(): string {
  const links = builtInConnectors.map(
    ({ definition: { id, title } }) => `- [\`${id}\`](connectors/${id}.md): ${title}`,
  );
  return `\n## A page for each\n\nWhat its address holds, its login, its attributes, the rights it needs, and a complete example:\n\n${links.join("\n")}\n`;
}

function kitSection(): string {
  const lines = kitRules.map(({ name, needs }) => `- ${name}${needs.length > 0 ? ` (${needs.join(", ")})` : ""}`);
  return `\n## The rules of the contract kit\n\nIn brackets the capabilities without which a rule is left out.\n\n${lines.join("\n")}\n`;
}

function page(title: string, introduction: string, rows: string[][]): string {
  return `# ${title}\n\n${writtenByDocs}\n\n${introduction}\n\n${markdownTable(rows)}\n`;
}
