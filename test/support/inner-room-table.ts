import { operationRooms } from "./operation-rooms.ts";
import { webRooms } from "./web-rooms.ts";

/** What a room within a room may import. What the room around it may not import, it may not either. */
export interface InnerRule {
  /** Of the room around it: other rooms there, single files, or by its own name the files that lie in it directly. */
  readonly beside: readonly string[];
  /** Of everything else, rooms or files in the same way; without it whatever the room around it may import. */
  readonly beyond?: readonly string[];
  /** npm packages; without it those of the room around it. */
  readonly packages?: readonly string[];
  /** Modules of Node without `node:`; without it those of the room around it. */
  readonly node?: readonly string[];
}

const nothing = { packages: [], node: [] } as const;

/**
 * The rooms within rooms and their rules; each stands in the folder that its name says. Where a room has some, every folder
 * directly below it is one.
 */
export const innerRules: Readonly<Record<string, InnerRule>> = {
  "api/documents": { beside: ["api", "api/identity", "api/odata"] },
  "api/hygiene": { beside: ["api"] },
  "api/identity": { beside: ["api"] },
  // The library over HTTP.
  "api/idapi": { beside: ["api", "api/offered"] },
  "api/managed-hosts": { beside: ["api"] },
  "api/middleware": { beside: ["api", "api/hygiene"] },
  // It knows no resource: what there is to read and to write is handed to it as data.
  "api/odata": { beside: ["api"] },
  // What the library and SOAP offer: one table beside the resources, whose shapes it takes from them.
  "api/offered": { beside: ["api", "api/odata", "api/v2"] },
  "api/proxies": { beside: ["api"] },
  // What pages in a browser ask beside the resources.
  "api/react": { beside: ["api", "api/identity"] },
  "api/soap": { beside: ["api", "api/offered"] },
  "api/v2": { beside: ["api", "api/documents", "api/odata"] },
  // The text of a query alone, without a model.
  "api/odata/syntax": { beside: [], beyond: ["domain"], ...nothing },
  "api/odata/model": { beside: ["api/odata"], beyond: ["domain"], packages: ["zod"], node: [] },
  // It knows no SQL: what it makes is a query in the terms of domain/query.
  "api/odata/bind": { beside: ["api/odata", "api/odata/model", "api/odata/syntax"], beyond: ["domain"], ...nothing },
  "api/odata/path": { beside: ["api/odata", "api/odata/bind", "api/odata/model"] },
  "api/odata/input": { beside: ["api/odata", "api/odata/model", "api/odata/path"] },
  // How entities and values are written as JSON, whoever asked for them.
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
  // It asks the directory itself, past all code that is to be proved, but for what reads the vault.
  "bin/prove": {
    beside: ["bin", "bin/up"],
    beyond: ["connectors/contract", "domain", "operations", "platform", "store"],
    packages: ["ldapts"],
  },
  // A service elsewhere, called by its doors; the doors' own tables say how.
  "bin/remote": {
    beside: ["bin"],
    beyond: ["api", "connectors/contract", "domain", "idapi", "operations", "platform", "store"],
  },
  "bin/up": { beside: ["bin"] },
  // A command starts a process or calls an operation; the engine is no business of it.
  "bin/commands": {
    beside: ["bin", "bin/children", "bin/prove", "bin/up"],
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
  // When people work, by the clocks of their time zone.
  "domain/calendar": { beside: ["domain", "domain/query"] },
  "domain/audit": { beside: ["domain", "domain/requests"] },
  // Who may have a privileged password, when, and until when.
  "domain/checkouts": { beside: ["domain", "domain/query", "domain/requests", "domain/vault"] },
  // The steps by which people sign in, as data.
  // The client of the service itself, and the questions that are offered.
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
  // The codes with their statuses and messages, by what they are about; domain/errors.ts puts them together.
  "domain/errors": { beside: [] },
  "domain/identity": { beside: ["domain", "domain/query"] },
  "domain/managed-hosts": { beside: [] },
  "domain/json-schema": { beside: ["domain", "domain/passwords"] },
  // What people are told of requests.
  "domain/notices": {
    beside: ["domain", "domain/calendar", "domain/checkouts", "domain/requests"],
    beyond: [],
    ...nothing,
  },
  "domain/passwords": { beside: ["domain"] },
  "domain/proxies": { beside: ["domain"] },
  "domain/query": { beside: ["domain"] },
  "domain/requests": { beside: ["domain", "domain/calendar", "domain/query", "domain/vault"] },
  "domain/requests/phase-rules": { beside: [], beyond: ["domain"], ...nothing },
  // The events of a request and what follows from them alone.
  "domain/requests/ledger": {
    beside: ["domain/requests", "domain/requests/phase-rules"],
    beyond: ["domain"],
    ...nothing,
  },
  // What there is to know of a resource, as pure data: it takes its lists and types from the rules.
  "domain/resources": {
    beside: [
      "domain",
      "domain/audit",
      "domain/chains",
      "domain/checkouts",
      "domain/discovery",
      "domain/identity",
      "domain/notices",
      "domain/passwords",
      "domain/proxies",
      "domain/requests",
      "domain/vault",
      "domain/webhooks",
    ],
  },
  // Which secrets there are, and by which operations each could be led elsewhere.
  "domain/secrets": { beside: [] },
  "domain/vault": { beside: ["domain", "domain/calendar", "domain/query"] },
  "domain/webhooks": { beside: ["domain"] },
  ...operationRooms,
  "platform/audit-sinks": { beside: ["platform/files", "platform/settings"] },
  // Files that outlive a power cut; whoever keeps one outside of the database writes it by them.
  "platform/files": { beside: [] },
  "platform/keys": { beside: ["platform/files", "platform/processes"] },
  "platform/logs": { beside: ["platform"] },
  // Mail servers, and what is sent by them.
  "platform/mail": { beside: ["platform/settings"] },
  // Which nodes of the installation can be counted on.
  "platform/nodes": { beside: [] },
  "platform/notices": { beside: [] },
  "platform/processes": { beside: ["platform/files"] },
  // What identity providers send, and what is said to them.
  "platform/saml": {
    beside: [],
    beyond: ["domain"],
    packages: ["@node-saml/node-saml", "sax"],
    node: ["path", "worker_threads"],
  },
  "platform/settings": { beside: ["platform", "platform/logs", "platform/processes"] },
  // The engine and its server; nobody else speaks with them but activities and workers.
  "platform/temporal": { beside: ["platform", "platform/logs", "platform/processes", "platform/settings"] },
  "platform/webhooks": { beside: ["platform"] },
  "store/audit": { beside: ["store", "store/changes", "store/sql"] },
  "store/changes": { beside: ["store", "store/sql"] },
  // What a migration did stays as it is, whatever becomes of the tables.
  "store/migrations": { beside: [], beyond: [], packages: ["sequelize"], node: [] },
  // What the databases say in different words; it knows no table.
  "store/sql": { beside: [], beyond: ["domain", "platform/object-key.ts"], ...nothing },
  // One of the two databases each: what is theirs alone.
  "store/mariadb": { beside: ["store", "store/sql"] },
  "store/sqlite": { beside: ["store", "store/sql"] },
  "store/query": { beside: ["store", "store/sql"], beyond: ["domain", "platform"], ...nothing },
  "store/discovery": { beside: ["store", "store/changes", "store/sql"] },
  "store/schema": { beside: ["store", "store/migrations", "store/sql", "store/sqlite"] },
  ...webRooms,
};

/** A file of each circle of imports that is still there, types counted; the list only becomes shorter. */
export const circlesLeft: readonly string[] = [];

/** A room of each circle of inner rooms that is still there. */
export const roomCirclesLeft: readonly string[] = [];
