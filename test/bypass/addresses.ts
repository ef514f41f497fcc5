import type { RouteDefinition } from "#api/route.ts";
import type { TestApi } from "#test/support/api.ts";

/** Rows of another user, at which every call of the matrix aims. */
export interface Victim {
  /** Key of the user. */
  readonly user: string;
  /** Texts that no refused answer may hold. */
  readonly secrets: readonly string[];
  /** Keys as an address has them, by the name before the key; any other name gets a GUID that does not exist. */
  readonly keys: Readonly<Record<string, string>>;
}

const nobody = "00000000-0000-4000-8000-000000000000";

/** Writes the victim's user, account, group, target and open request into the store. */
export async function plantVictim({ store, context }: TestApi): Promise<Victim> {
  const { ids, clock } = context;
  const [user, account, group, request, operation] = Array.from({ length: 5 }, () => ids.guid()) as [
    ...[string, string, string, string, string],
  ];
  const names = { targetSystemKey: "VICTIM", stableId: "1", longId: "victim-long-id", displayId: "victim-display" };
  await store.transaction(async () => {
    await store.save("users", { key: user, id: "victim", displayName: "Victim of the matrix" });
    await store.save("targetSystems", {
      id: "VICTIM",
      type: "sqlite",
      description: "Target of the victim",
      address: { file: "victim" },
      targetGroup: "DEFAULT",
      mode: "automatic",
      proxyServers: [],
    });
    await store.save("accounts", { key: account, ...names, shortId: "victim", userKey: user, enabled: true });
    await store.save("groups", { key: group, ...names, shortId: "victims", managed: true });
    const numbers = { number: "20300101-1", status: "W", origin: "api", requestId: "victim" } as const;
    const times = { createdAt: clock.now(), expiresAt: clock.now() + 3_600_000 };
    await store.save("reqbatch", { key: request, requesterKey: user, recipientKey: user, ...numbers, ...times });
    await store.save("requestOperations", {
      key: operation,
      requestKey: request,
      sequence: 1,
      code: "DELU",
      targetSystemKey: "VICTIM",
      accountKey: account,
      attributes: {},
      dependsOn: [],
      createdAt: 0,
    });
  });
  return {
    user,
    secrets: [user, account, group, request, operation, "victim"],
    keys: {
      users: `'${user}'`,
      accounts: `'${account}'`,
      groups: `'${group}'`,
      targetSystems: "'VICTIM'",
      requests: request,
      operations: operation,
      targetGroups: "'DEFAULT'",
      passwordPolicies: "'DEFAULT'",
    },
  };
}

/** Returns the address of a route with the keys of the victim. */
export function addressOf({ path }: RouteDefinition, { keys }: Victim): string {
  return path.replaceAll(/([\w$.-]+)\(\{\w+\}\)/g, (_whole, name: string) => `${name}(${keys[name] ?? nobody})`);
}

/** Spellings of an address that pass filters in front of a service; those that are no address at all are malformed. */
export const disguises: Readonly<Record<string, (path: string) => string>> = {
  "a slash at the end": (path) => `${path}/`,
  "two slashes at the beginning": (path) => `/${path}`,
  "two slashes inside": (path) => path.replace(/(.)\//, "$1//"),
  "an encoded slash": (path) => path.replace(/(.)\//, "$1%2f"),
  "capital letters": (path) => path.replace(/^\/\w+/, (text) => text.toUpperCase()),
  "mixed letters": (path) => path.replaceAll(/[a-z]/g, (text, at: number) => (at % 2 ? text.toUpperCase() : text)),
  "an encoded letter": (path) => path.replace(/[a-z]/, (text) => `%${text.charCodeAt(0).toString(16)}`),
  "a letter encoded twice": (path) => path.replace(/[a-z]/, (text) => `%25${text.charCodeAt(0).toString(16)}`),
  "a public place in front": (path) => `/health/..${path}`,
  "a public place in front, with encoded dots": (path) => `/health/%2e%2e${path}`,
  "a public place in front, with an encoded slash": (path) => `/docs/..%2f${path.slice(1)}`,
  "a backslash": (path) => path.replace(/(.)\//, "$1\\"),
  "a dot": (path) => path.replace(/(.)\//, "$1/./"),
  "a parameter of a segment": (path) => `${path};jsessionid=1`,
  "a parameter inside": (path) => path.replace(/(.)\//, "$1;a=b/"),
  "a parameter that names a public place": (path) => `${path};/health`,
  "an ending": (path) => `${path}.css`,
  "a zero byte": (path) => `${path}%00`,
  "a blank": (path) => `${path}%20`,
  "a line end": (path) => `${path}%0a`,
  "a fragment": (path) => `${path}#/health`,
  "an encoded question mark": (path) => `${path}%3f`,
  "an empty query": (path) => `${path}?`,
  "a query that names a public place": (path) => `${path}?path=/health&_method=GET`,
  "the address of a proxy": (path) => `http://127.0.0.1${path}`,
  "without the version": (path) => path.replace(/^\/v2\//, "/"),
};
