import { operationRooms } from "./operation-rooms.ts";
import { webRooms } from "./web-rooms.ts";

/** Rule of a room within a room. It may not import what the room around it may not import. */
export interface InnerRule {
  /** Other rooms of the room around it, single files there, or that room's own name for its direct files. */
  readonly beside: readonly string[];
  /** Rooms or files outside of the room around it; absent = all that this room may import. */
  readonly beyond?: readonly string[];
  /** npm packages; absent = those of the room around it. */
  readonly packages?: readonly string[];
  /** Modules of Node without `node:`; absent = those of the room around it. */
  readonly node?: readonly string[];
}

const nothing = { packages: [], node: [] } as const;

/**
 * The rooms within rooms and their rules; the name of each is its folder. If a room has inner rooms, every folder directly below it is one.
 */
export const innerRules: Readonly<Record<string, InnerRule>> = {
  "api/documents": { beside: ["api", "api/identity", "api/odata"] },
  "api/hygiene": { beside: ["api"] },
  "api/identity": { beside: ["api"] },
  // The library over HTTP.
  "api/idapi": { beside: ["api", "api/offered"] },
  "api/managed-hosts": { beside: ["api"] },
  "api/password-senders": { beside: ["api"] },
  "api/replication": { beside: ["api"] },
  "api/tickets": { beside: ["api"] },
  "api/middleware": { beside: ["api", "api/hygiene"] },
  // It knows no resource: those to read and to write are passed to it as data.
  "api/odata": { beside: ["api"] },
  // The offer of the library and SOAP: one table beside the resources, whose shapes it takes from them.
  "api/offered": { beside: ["api", "api/odata", "api/v2"] },
  "api/proxies": { beside: ["api"] },
  // The calls of pages in a browser beside the resources.
  "api/react": { beside: ["api", "api/identity"] },
  "api/soap": { beside: ["api", "api/offered"] },
  "api/v2": { beside: ["api", "api/documents", "api/odata"] },
  // The text of a query alone, without a model.
  "api/odata/syntax": { beside: [], beyond: ["domain"], ...nothing },
  "api/odata/model": { beside: ["api/odata"], beyond: ["domain"], packages: ["zod"], node: [] },
  // It knows no SQL: its result is a query in the terms of domain/query.
  "api/odata/bind": { beside: ["api/odata", "api/odata/model", "api/odata/syntax"], beyond: ["domain"], ...nothing },
  "api/odata/path": { beside: ["api/odata", "api/odata/bind", "api/odata/model"] },
  "api/odata/input": { beside: ["api/odata", "api/odata/model", "api/odata/path"] },
  // The JSON form of entities and values, for every reader.
  "api/odata/json": { beside: ["api/odata", "api/odata/bind", "api/odata/model"] },
  "api/odata/read": {
    beside: ["api/odata", "api/odata/bind", "api/odata/json", "api/odata/model", "api/odata/path", "api/odata/syntax"],
  },
  "api/odata/write": {
    beside: [
      "api/odata",
      "api/odata/bind",
      "api/odata/input",
      "api/odata/json",
      "api/odata/model",
      "api/odata/path",
      "api/odata/read",
    ],
  },
  "api/odata/metadata": { beside: ["api/odata", "api/odata/model", "api/odata/read"] },
  "api/odata/batch": { beside: ["api/odata"] },
  "bin/children": { beside: ["bin"] },
  // It reads the directory itself, without the code that is to be proved, except for the reader of the vault.
  "bin/prove": {
    beside: ["bin", "bin/up"],
    beyond: ["connectors/contract", "domain", "operations", "platform", "store"],
    packages: ["ldapts"],
  },
  // Files and a remote service, whose sets and resources tell what a file holds.
  "bin/configuration": {
    beside: ["bin"],
    beyond: ["api", "connectors/contract", "domain", "operations", "platform", "policies"],
    packages: ["yaml"],
  },
  // A remote service, called through its doors; the tables of the doors describe the calls.
  "bin/remote": {
    beside: ["bin"],
    beyond: ["api", "connectors/contract", "domain", "idapi", "operations", "platform", "store"],
  },
  "bin/up": { beside: ["bin"] },
  // A command starts a process or calls an operation; it does not use the engine.
  "bin/commands": {
    beside: ["bin", "bin/children", "bin/configuration", "bin/prove", "bin/up"],
    beyond: [
      "connectors/contract",
      "connectors/contract/kit",
      "domain",
      "operations",
      "platform",
      "plugins/contract",
      "plugins/host",
      "plugins/kit",
      "policies",
      "store",
    ],
  },
  // Working hours of people, by the clocks of their time zone.
  "domain/calendar": { beside: ["domain", "domain/query"] },
  // Kinds of access, and the reasons of their beginnings and ends.
  "domain/access": { beside: [] },
  // The kinds, the rows and the summaries of simulations and of the search for roles.
  "domain/analyses": { beside: [] },
  "domain/audit": { beside: ["domain", "domain/requests"] },
  // The details of what can be requested: owners, risks, tags, and the forms with their values.
  "domain/catalogue": { beside: ["domain", "domain/passwords", "domain/requests"] },
  // Templates of requests: their accounts, their placeholders, and what becomes of them for a recipient.
  "domain/templates": { beside: ["domain", "domain/access", "domain/catalogue", "domain/requests"] },
  // Roles: their content, what it gives, and who could give it to themselves.
  "domain/roles": {
    beside: ["domain", "domain/access", "domain/discovery", "domain/query", "domain/requests", "domain/templates"],
  },
  // Rules of separation of duties: their parts, what operations give of them, and who would violate them.
  "domain/sod": { beside: ["domain/requests", "domain/roles"] },
  // Permissions to privileged passwords: their holders, and their beginning and end.
  "domain/checkouts": { beside: ["domain", "domain/query", "domain/requests", "domain/vault"] },
  // The steps of a sign-in, as data, which use the service's own client and the security questions.
  "domain/chains": { beside: ["domain", "domain/identity", "domain/passwords"] },
  "domain/discovery": {
    beside: [
      "domain",
      "domain/calendar",
      "domain/passwords",
      "domain/proxies",
      "domain/query",
      "domain/requests",
      "domain/vault",
    ],
  },
  // The codes with their statuses and messages, by subject; domain/errors.ts combines them.
  "domain/errors": { beside: [] },
  "domain/identity": { beside: ["domain", "domain/query"] },
  "domain/managed-hosts": { beside: [] },
  "domain/json-schema": { beside: ["domain", "domain/passwords"] },
  // The table of the metrics, and the limits of their labels.
  "domain/metrics": { beside: ["domain"], beyond: [], ...nothing },
  // Notices to users about requests.
  "domain/notices": {
    beside: ["domain", "domain/calendar", "domain/checkouts", "domain/password-sync", "domain/requests"],
    beyond: [],
    ...nothing,
  },
  // The states, choices, steps and reasons of mass resets, when one pauses, and how fast it goes.
  "domain/mass-resets": { beside: ["domain", "domain/identity"] },
  // Calls of password senders, and the order of the changes that they report.
  // The states of nodes, and what they call at each other.
  "domain/nodes": { beside: ["domain", "domain/replication"], beyond: [], ...nothing },
  "domain/password-sync": { beside: ["domain", "domain/proxies"] },
  "domain/passwords": { beside: ["domain"] },
  // It takes the pauses of mails.
  "domain/plugins": { beside: ["domain", "domain/notices"] },
  "domain/proxies": { beside: ["domain"] },
  "domain/query": { beside: ["domain"] },
  // Stamps, changes that travel between nodes, and how they merge.
  "domain/replication": { beside: ["domain/resources"], beyond: [], ...nothing },
  "domain/requests": { beside: ["domain", "domain/access", "domain/calendar", "domain/query", "domain/vault"] },
  "domain/requests/phase-rules": { beside: [], beyond: ["domain"], ...nothing },
  // The events of a request and what follows from them alone.
  "domain/requests/ledger": {
    beside: ["domain/requests", "domain/requests/phase-rules"],
    beyond: ["domain"],
    ...nothing,
  },
  // Descriptions of the resources as pure data, with lists and types from the rules.
  "domain/resources": {
    beside: [
      "domain",
      "domain/access",
      "domain/analyses",
      "domain/audit",
      "domain/catalogue",
      "domain/chains",
      "domain/checkouts",
      "domain/discovery",
      "domain/identity",
      "domain/mass-resets",
      "domain/notices",
      "domain/password-sync",
      "domain/passwords",
      "domain/plugins",
      "domain/proxies",
      "domain/requests",
      "domain/roles",
      "domain/runs",
      "domain/sod",
      "domain/templates",
      "domain/vault",
      "domain/webhooks",
    ],
  },
  // The search for roles that would replace grants.
  "domain/role-mining": { beside: ["domain"], ...nothing },
  // The lanes and steps of long runs of every kind.
  "domain/runs": { beside: ["domain/query"] },
  // The kinds of secrets, and for each the operations that could redirect it.
  "domain/secrets": { beside: [] },
  "domain/vault": { beside: ["domain", "domain/calendar", "domain/query", "domain/runs"] },
  "domain/webhooks": { beside: ["domain"] },
  ...operationRooms,
  // The list of breached passwords: building, verifying and asking it.
  "platform/breached-passwords": { beside: ["platform", "platform/files", "platform/processes"] },
  "platform/audit-sinks": { beside: ["platform/files", "platform/settings"] },
  // The port for those who operate the service.
  "platform/management": { beside: ["platform", "platform/settings"], beyond: ["domain"], packages: [] },
  // The metrics that a process keeps, and those of all processes of a host together.
  "platform/metrics": { beside: [], beyond: ["domain"], packages: ["@prometheus-io/client"] },
  // Files that survive a power cut; everything that keeps files outside of the database writes them through it.
  "platform/files": { beside: [] },
  "platform/keys": { beside: ["platform/files", "platform/processes"] },
  "platform/logs": { beside: ["platform"] },
  // Mail servers, and the mails sent through them.
  "platform/mail": { beside: ["platform/settings"] },
  // Nodes of the installation that can be counted on.
  "platform/nodes": { beside: ["platform", "platform/settings"] },
  "platform/notices": { beside: [] },
  "platform/processes": { beside: ["platform/files"] },
  // Messages of identity providers, and the answers to them.
  "platform/saml": {
    beside: [],
    beyond: ["domain"],
    packages: ["@node-saml/node-saml", "sax"],
    node: ["path", "worker_threads"],
  },
  "platform/settings": { beside: ["platform", "platform/logs", "platform/processes"] },
  // The engine and its server; only activities and workers talk to them besides.
  "platform/temporal": { beside: ["platform", "platform/logs", "platform/processes", "platform/settings"] },
  "platform/webhooks": { beside: ["platform"] },
  // The reads of analyses over sets of rows.
  "store/analyses": { beside: ["store", "store/query", "store/roles", "store/sql"] },
  "store/audit": { beside: ["store", "store/changes", "store/sql"] },
  "store/changes": { beside: ["store", "store/schema", "store/sql"] },
  // A migration stays unchanged, whatever becomes of the tables.
  "store/migrations": { beside: [], beyond: [], packages: ["sequelize"], node: [] },
  // Differences between the SQL dialects; it knows no table.
  "store/sql": { beside: [], beyond: ["domain", "platform/object-key.ts"], ...nothing },
  // Each has what is specific to one of the two databases.
  "store/mariadb": { beside: ["store", "store/sql"] },
  "store/sqlite": { beside: ["store", "store/sql"] },
  "store/query": { beside: ["store", "store/sql"], beyond: ["domain", "platform"], ...nothing },
  "store/discovery": {
    beside: ["store", "store/changes", "store/grants", "store/replication", "store/schema", "store/sql"],
  },
  // What follows the rows that give access.
  "store/grants": { beside: ["store", "store/sql"] },
  // What other nodes read, and what is applied of theirs.
  "store/replication": { beside: ["store", "store/changes", "store/schema", "store/sql"] },
  // Differences between roles and access, by statements over sets.
  "store/roles": { beside: ["store", "store/sql"] },
  "store/schema": { beside: ["store", "store/migrations", "store/sql", "store/sqlite"] },
  ...webRooms,
};

/** A file of each remaining circle of imports, types counted; the list may only become shorter. */
export const circlesLeft: readonly string[] = [];

/** A room of each remaining circle of inner rooms. */
export const roomCirclesLeft: readonly string[] = [];
