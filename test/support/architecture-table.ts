/** The imports that a room may make from other rooms, from npm and from Node. */
export interface RoomRule {
  /** Rooms, or single files of rooms, whose values (and types) may be imported; `*` = every room. */
  readonly values: readonly string[];
  /** Rooms from which only types may be imported. */
  readonly types?: readonly string[];
  /** npm packages; `*` = every dependency. */
  readonly packages: readonly string[];
  /** Modules of Node without `node:`; `*` = all. */
  readonly node: readonly string[];
  /** True if a dynamic import may take a path that is only known at run time. */
  readonly dynamic?: boolean;
}

const shared = ["domain", "connectors/contract"] as const;

/**
 * The rooms and their rules. A room is a top-level folder, except that each connector, each plug-in, the connector contract,
 * the plug-in host and the two kinds of activities are rooms of their own; `connectors/*` stands for any connector.
 */
export const roomRules: Readonly<Record<string, RoomRule>> = {
  // The codes of errors, the forms of Unicode and the addresses of loopback exist once, in the contract; of the rest (Secret prints itself
  // with node:util) only types.
  domain: {
    values: ["connectors/contract/error.ts", "connectors/contract/loopback.ts", "connectors/contract/normal-form.ts"],
    types: ["connectors/contract"],
    packages: [],
    node: [],
  },
  "connectors/contract": {
    values: ["connectors/contract/kit"],
    packages: ["@standard-schema/spec", "zod"],
    node: ["util"],
  },
  // The test kit for authors of connectors loads the connector and the target that it is told to test.
  "connectors/contract/kit": { values: ["connectors/contract"], packages: [], node: ["*"], dynamic: true },
  platform: {
    values: shared,
    packages: [
      "@node-saml/node-saml",
      "@prometheus-io/client",
      "@temporalio/client",
      "@temporalio/worker",
      "better-sqlite3",
      "lru-cache",
      "nodemailer",
      "pino",
      "sax",
      "zod",
    ],
    node: ["*"],
  },
  policies: { values: ["domain"], packages: ["@bufbuild/cel"], node: [] },
  // The types that authors of plug-ins import.
  "plugins/contract": { values: [], types: ["connectors/contract"], packages: [], node: [] },
  "plugins/host": {
    values: [...shared, "platform"],
    types: ["plugins/contract"],
    packages: ["zod"],
    node: ["*"],
    dynamic: true,
  },
  // The contract kit for authors of plug-ins.
  "plugins/kit": {
    values: ["connectors/contract/kit", "plugins/host"],
    types: ["plugins/contract"],
    packages: [],
    node: ["*"],
  },
  // The built-in plug-ins and the example of each kind know no more than an author does.
  "plugins/*": { values: [], types: ["plugins/contract"], packages: [], node: [] },
  store: {
    values: [...shared, "platform"],
    packages: ["better-sqlite3", "mysql2", "sequelize", "umzug"],
    node: ["*"],
  },
  operations: {
    values: [
      ...shared,
      "store",
      "policies",
      "platform",
      "plugins/host",
      // The values that the service's own connectors guard, so that it need not trust a proxy.
      ...["active-directory", "ldap", "scim", "sql", "sqlite", "ssh"].map(
        (id) => `connectors/${id}/guarded-attributes.ts`,
      ),
    ],
    types: ["plugins/contract"],
    packages: ["@simplewebauthn/server", "jose", "lru-cache", "otpauth", "shamir-secret-sharing", "zod"],
    node: ["*"],
  },
  api: {
    values: [...shared, "operations", "platform"],
    packages: ["@koa/cors", "@koa/router", "koa", "lru-cache", "sax", "zod"],
    node: ["*"],
  },
  workflows: {
    values: [],
    types: ["domain", "activities/hub"],
    packages: ["@temporalio/workflow"],
    node: [],
  },
  activities: { values: shared, packages: ["@temporalio/common"], node: [] },
  "activities/hub": {
    values: ["domain", "activities", "operations", "platform"],
    packages: ["@temporalio/activity", "@temporalio/client", "@temporalio/common", "@temporalio/worker"],
    node: ["*"],
  },
  // The program on a managed host: it carries out its operations as a proxy does.
  "activities/managed-host": {
    values: [...shared, "activities/proxy", "platform"],
    packages: ["zod"],
    node: ["*"],
  },
  // The program beside a target system that reports changes of passwords there.
  "activities/password-sender": {
    values: [...shared, "activities/managed-host", "activities/proxy", "connectors/ldap-client", "platform"],
    packages: ["jose", "zod"],
    node: ["*"],
  },
  "activities/proxy": {
    values: [...shared, "connectors/*", "platform"],
    packages: ["@temporalio/activity", "@temporalio/worker", "jose", "tarn", "zod"],
    node: ["*"],
  },
  "connectors/*": { values: ["connectors/contract"], packages: ["*"], node: ["*"] },
  // The client that the two LDAP connectors share; it is no connector itself.
  "connectors/ldap-client": { values: ["connectors/contract"], packages: ["ldapts", "zod"], node: [] },
  "connectors/ldap": { values: ["connectors/contract", "connectors/ldap-client"], packages: ["*"], node: ["*"] },
  "connectors/active-directory": {
    values: ["connectors/contract", "connectors/ldap-client"],
    packages: ["*"],
    node: [],
  },
  // The published library: over HTTP it needs nothing of the service; in process it composes one as a command does.
  idapi: {
    values: [
      "api/offered/offered-operations.ts",
      "bin/compose.ts",
      "connectors/contract",
      "domain",
      "operations",
      "platform",
    ],
    packages: [],
    node: [],
  },
  // The web UI: it may import the pure parts of the service, and nothing of Node.
  web: {
    values: ["domain"],
    packages: [
      "@patternfly/react-core",
      "@patternfly/react-icons",
      "@patternfly/react-styles",
      "@tanstack/react-query",
      "intl-messageformat",
      "react",
      "react-dom",
      "react-router",
    ],
    node: [],
  },
  bin: { values: ["*"], packages: ["*"], node: ["*"], dynamic: true },
};

/** Folders that hold no part of the product: they may import everything, and no room may import them. */
export const workshops: readonly string[] = ["test", "bench", "tools"];

/** Globals through which a pure room would reach a clock, chance, the network or the process. */
export const impureGlobals: readonly string[] = [
  "Date.now",
  "Math.random",
  "console",
  "crypto",
  "fetch",
  "performance",
  "process",
  "setImmediate",
  "setInterval",
  "setTimeout",
];
