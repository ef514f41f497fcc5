import { type HabitAnswer, type HabitList, type Json, list, refuse, type ScimHabit } from "./scim-habits-service.ts";

const user = "urn:ietf:params:scim:schemas:core:2.0:User";
const group = "urn:ietf:params:scim:schemas:core:2.0:Group";
const pageOf = ({ fitting, index, count }: HabitList): readonly Json[] => fitting.slice(index - 1, index - 1 + count);
const absent = (...paths: readonly string[]): NonNullable<ScimHabit["before"]> => {
  return ({ path }) => (paths.includes(path) ? refuse(404, "no such endpoint") : undefined);
};
const instead = (bodies: Readonly<Record<string, unknown>>): NonNullable<ScimHabit["before"]> => {
  return ({ path }) => (path in bodies ? { status: 200, body: bodies[path] } : undefined);
};
const types = (rows: readonly Json[]): NonNullable<ScimHabit["before"]> => instead({ "/ResourceTypes": list(rows) });
const withoutMembers = ({ members: _members, ...row }: Json): Json => row;
const firstMembers = (row: Json, count: number): Json =>
  Array.isArray(row["members"]) ? { ...row, members: row["members"].slice(0, count) } : row;
const bodyOf = ({ body }: HabitAnswer): Json => (body ?? {}) as Json;

// Like AWS IAM Identity Center: cursors if the request has "cursor", else the first hundred, whatever the index.
function byCursorAlone({ fitting, count }: HabitList, query: URLSearchParams): Json {
  const cursor = query.get("cursor");
  const from = Number(cursor === null || cursor === "" ? 0 : cursor.slice(1));
  const rows = fitting.slice(from, from + count);
  if (cursor === null) return list(rows);
  const more = from + count < fitting.length;
  return { itemsPerPage: rows.length, Resources: rows, ...(more && { nextCursor: `c${from + count}` }) };
}

/** Habits in the answers to reads. */
export const readingHabits = {
  plain: { source: "RFC 7644, with the catalogues of RFC 7643" },
  filterIgnored: {
    source: "sample-node-scim-server#1: every search finds everybody",
    page: ({ all, index, count }) => list(all.slice(index - 1, index - 1 + count), all.length),
  },
  filterIgnoredInPages: {
    source: "sample-node-scim-server#1, on a service with pages of two",
    page: ({ all, index }) => list(all.slice(index - 1, index + 1), all.length),
  },
  prefixFound: {
    source: "directories behind services that search by index: who begins with the name is found",
    page({ all, kind }, query) {
      const [, value] = /eq "(.*)"$/.exec(query.get("filter") ?? "") ?? [];
      const naming = kind === "Users" ? "userName" : "displayName";
      return value === undefined
        ? undefined
        : list(all.filter((row) => String(row[naming]).startsWith(value.slice(0, 3).toLowerCase())));
    },
  },
  filterFindsNothing: {
    source:
      "services that answer an unknown filter with an empty list instead of invalidFilter (RFC 7644 section 3.4.2.2)",
    page: (_list, query) => (query.has("filter") ? list([]) : undefined),
  },
  filterRefused: {
    source: "RFC 7644 section 3.4.2.2: filters are optional, and refused with invalidFilter",
    before: ({ query }) => (query.has("filter") ? refuse(400, "no filters here", "invalidFilter") : undefined),
  },
  membersHidden: {
    source: "AWS IAM Identity Center: GetGroup and ListGroups give no members; authentik#23005",
    before: ({ query }) =>
      query.get("filter")?.includes("members") ? refuse(400, "unsupported", "invalidFilter") : undefined,
    shown: withoutMembers,
  },
  membersByUsers: {
    source: "AWS IAM Identity Center, ListUsers: who is in a group is found by groups.value alone",
    before({ path, query }, { rows }) {
      const [, id] = /^groups\.value eq "(.*)"$/.exec(query.get("filter") ?? "") ?? [];
      if (id === undefined || path !== "/Users") return undefined;
      const found = rows.Groups.find((row) => row["id"] === id);
      const members = (found?.["members"] ?? []) as Json[];
      const users = rows.Users.filter((row) => members.some(({ value }) => value === row["id"]));
      return found === undefined ? refuse(404, "no such group") : { status: 200, body: list(users) };
    },
    shown: withoutMembers,
  },
  usersOfAnyGroup: {
    source: "the twin of sample-node-scim-server#1: a search for the users of a group finds everybody",
    before: ({ query }, { rows }) =>
      query.get("filter")?.startsWith("groups.value") ? { status: 200, body: list(rows.Users) } : undefined,
    shown: withoutMembers,
  },
  membersCut: {
    source: "FusionAuth#2784: the first few members of a group are shown",
    shown: (row) => firstMembers(row, 2),
  },
  membersAlone: {
    source: "graphql-hive#8352: a list of groups has no members, a group alone has",
    shown: (row, where) => (where === "list" ? withoutMembers(row) : row),
  },
  membersCutInLists: {
    source: "RFC 7643 section 7: what is returned by default is up to the service, and lists may be shorter",
    shown: (row, where) => (where === "list" ? firstMembers(row, 1) : row),
  },
  totalOfThePage: {
    source: "product-is#7320, SCIMReferenceCode#83: totalResults counts the page",
    users: 250,
    page: (found) => list(pageOf(found)),
  },
  totalOfThePageInOwnPages: {
    source: "SCIM-SDK#131: pages of the service's own size, and a total of what was cut off",
    users: 120,
    page: ({ fitting, index }) => list(fitting.slice(index - 1, index + 49)),
  },
  totalWithABound: {
    source: "services on a search index, which counts no further than a bound",
    users: 250,
    page: (found) => list(pageOf(found), Math.min(200, found.fitting.length)),
  },
  noTotal: {
    source: "RFC 7644 section 3.4.2 wants totalResults; small services leave it out",
    users: 130,
    page: (found) => ({ Resources: pageOf(found) }),
  },
  totalAsText: {
    source: "services in languages that write every number as a text",
    users: 130,
    page: (found) => ({ ...list(pageOf(found)), totalResults: `${found.fitting.length}` }),
  },
  indexIgnored: {
    source: "product-is#4601, scimmy#21: all come, whatever index and count say",
    users: 130,
    page: ({ fitting }) => list(fitting),
  },
  firstPageForEver: {
    source: "open-liberty#4341: the index is not honoured, the count is",
    users: 250,
    page: ({ fitting, count }) => list(fitting.slice(0, count)),
  },
  indexFromZero: {
    source: "SimpleIdServer#185, osiam#7: the first index is 0, so that the first user is left out",
    users: 130,
    page: ({ fitting, index, count }) => list(fitting.slice(index, index + count), fitting.length),
  },
  hiddenAndCounted: {
    source: "stores in which the rights of the reader take rows out of a page after they were counted",
    users: 130,
    page: (found) =>
      list(
        pageOf(found).filter((row) => row["userName"] !== "user0007"),
        found.fitting.length,
      ),
  },
  attributesAdded: {
    source: "an update of a service while sessions to it are open",
    before: ({ path }, { turns }) =>
      path === "/Schemas" && turns > 0
        ? { status: 200, body: list([{ id: user, attributes: [{ name: "userName" }, { name: "nickName" }] }]) }
        : undefined,
  },
  largePagesRefused: {
    source: "RFC 7644 section 3.4.2.4 lets a service give fewer than asked; some refuse more than a hundred",
    users: 130,
    after: (answer, { path }) =>
      path === "/ServiceProviderConfig" ? { ...answer, body: { filter: { supported: true } } } : answer,
    before: ({ query }) =>
      Number(query.get("count")) > 100 ? refuse(400, "count is 100 at most", "invalidValue") : undefined,
  },
  indexBehindTheEnd: {
    source: "services that refuse a startIndex that is larger than the total",
    users: 96,
    before: ({ query }) =>
      Number(query.get("startIndex")) > 100 ? refuse(400, "behind the end", "invalidValue") : undefined,
  },
  shownTwice: {
    source: "product-is#22589: the last of a page is the first of the next, so that the last of all is not shown",
    users: 150,
    page: ({ fitting, index, count }) =>
      list(fitting.slice(Math.max(0, index - 2), Math.max(0, index - 2) + count).slice(0, 100), fitting.length),
  },
  cursorAnnounced: {
    source: "RFC 9865: cursors by the catalogue, with pages that are smaller than asked",
    users: 250,
    after: (answer, { path }) =>
      path === "/ServiceProviderConfig"
        ? { ...answer, body: { ...bodyOf(answer), pagination: { cursor: true, index: false } } }
        : answer,
    page: (found, query) => byCursorAlone({ ...found, count: 40 }, query),
  },
  cursorAlone: {
    source: "AWS IAM Identity Center, ListUsers: 100 at most without a cursor, startIndex is not supported",
    users: 250,
    page: byCursorAlone,
  },
  cursorStands: {
    source: "RFC 9865 section 2: a cursor that leads to itself",
    after: (answer, { path }) =>
      path === "/Users" ? { ...answer, body: { ...bodyOf(answer), nextCursor: "c" } } : answer,
  },
  noConfiguration: { source: "indigo-iam#408: no ServiceProviderConfig", before: absent("/ServiceProviderConfig") },
  noTypes: { source: "suvera#3: neither ResourceTypes nor Schemas", before: absent("/ResourceTypes", "/Schemas") },
  noCatalogues: {
    source: "RFC 7644 section 4: the catalogues may be asked for",
    before: absent("/ServiceProviderConfig", "/ResourceTypes", "/Schemas"),
  },
  noGroups: {
    source: "wso2 charon, GitHub: users alone",
    before: absent("/ServiceProviderConfig", "/ResourceTypes", "/Schemas", "/Groups"),
  },
  pagesForPeople: {
    source: "services behind an application for browsers, which answers every unknown path with its page",
    before: ({ path }) =>
      /^\/(ServiceProviderConfig|ResourceTypes|Schemas)$/.test(path)
        ? { status: 200, body: "<html></html>" }
        : undefined,
  },
  bareLists: {
    source: "SimpleIdServer, suvera: catalogues without the envelope of a list",
    after: (answer, { path }) =>
      /^\/(ResourceTypes|Schemas)$/.test(path) ? { ...answer, body: bodyOf(answer)["Resources"] } : answer,
  },
  typesByAddress: {
    source: "scimgateway#182: types are named by their schema",
    before: types([
      { id: user, name: user, endpoint: "/Users", schema: user },
      { id: group, name: group, endpoint: "/Groups", schema: group },
    ]),
  },
  typesInThePlural: {
    source: "scimgateway#182: types are named as their endpoints",
    before: types([
      { id: "Users", name: "Users", endpoint: "Users", schema: user },
      { id: "Groups", name: "Groups", endpoint: "Groups", schema: group },
    ]),
  },
  typesOfItsOwn: {
    source: "RFC 7643 section 6: the name of a type is free, its schema is not",
    before: types([
      { name: "Employee", endpoint: "/Users", schema: user },
      { name: "Team", endpoint: "/Groups", schema: group },
    ]),
  },
  typesUnknown: {
    source: "RFC 7643 section 6: a service of other things alone",
    before: ({ path }) =>
      path === "/ResourceTypes"
        ? { status: 200, body: list([{ name: "Device", endpoint: "/Devices", schema: "urn:device" }]) }
        : path === "/Devices" || path.startsWith("/Service")
          ? undefined
          : refuse(404, "no such endpoint"),
  },
  endpointsFromTheHost: {
    source: "SimpleIdServer#184: endpoints with the path of the base",
    before: types([
      { name: "User", endpoint: "/endpointsFromTheHost/Users", schema: user },
      { name: "Group", endpoint: "/endpointsFromTheHost/Groups", schema: group },
    ]),
  },
  endpointsElsewhere: {
    source:
      "SimpleIdServer#184: endpoints as addresses of the host behind the gateway, whom our credential does not concern",
    before: types([
      { name: "User", endpoint: "https://inner.example.test/scim/Users", schema: user },
      { name: "Group", endpoint: "https://inner.example.test/scim/Groups", schema: group },
    ]),
  },
  extensionNotShown: {
    source: "Keycloak 26: an optional extension is named and not shown, emails are declared without their parts",
    before: instead({
      "/ResourceTypes": list([
        {
          name: "User",
          endpoint: "/Users",
          schema: user,
          schemaExtensions: [{ schema: "urn:example:not-shown", required: false }],
        },
      ]),
      "/Schemas": list([
        {
          id: user,
          attributes: [
            { name: "userName", type: "string" },
            { name: "emails", type: "complex", multiValued: "true" },
            { name: "active", type: "Boolean" },
          ],
        },
      ]),
    }),
  },
  idsAsNumbers: { source: "laravel-scim-server#40, snipe-it#12913: ids are numbers", id: (number) => number },
  idsOfManyDigits: {
    source: "ids of 64 bits as numbers, of which a double keeps 53",
    after: (answer) => ({
      ...answer,
      body: JSON.stringify(answer.body ?? {}).replaceAll(/"id-(\d)"/g, "900719925474099$1"),
    }),
    before: ({ path, method }, world) => {
      const [, kind, id = ""] = /^\/(Users|Groups)\/900719925474099(\d)$/.exec(path) ?? [];
      const row = world.rows[kind === "Groups" ? "Groups" : "Users"].find((one) => one["id"] === `id-${id}`);
      return method === "GET" && row ? { status: 200, body: row } : undefined;
    },
  },
  booleansAsText: {
    source: 'Entra ID, scim-for-keycloak#119: "True" and "False"',
    shown: (row) => (row["userName"] === "ben" ? { ...row, active: "False" } : { ...row, active: "True" }),
  },
  booleansAsNumbers: {
    source: "syncope#581, services on databases without booleans: 1 and 0",
    shown: (row) => ({ ...row, active: row["userName"] === "ben" ? 0 : 1 }),
  },
  stateUnknown: {
    source: "RFC 7643 section 4.1.1: what active means is the service's; some write a word of their own, or nothing",
    shown: ({ active: _active, ...row }) => (row["userName"] === "ben" ? { ...row, active: "pending" } : row),
  },
  namesInOtherCase: {
    source: "RFC 7643 section 2.1: names of attributes are the same in any case",
    shown: ({ userName, active, ...row }) => ({
      ...row,
      ...(userName !== undefined && { username: userName, Active: active }),
    }),
  },
  otherAnswered: {
    source: "caches in front of services that answer one object for another",
    before: ({ path, method }, world) =>
      method === "GET" && path.startsWith("/Users/") ? { status: 200, body: world.rows.Users.at(-1) } : undefined,
  },
  errorAsSuccess: {
    source: "SCIM-SDK, gateways: an error (RFC 7644 section 3.12) with the status 200",
    before: ({ method, path }) =>
      method === "GET" && path.startsWith("/Users/") ? { ...refuse(403, "not for you"), status: 200 } : undefined,
  },
  olderErrors: {
    source: "SCIM 1.1 section 3.9: Errors",
    before: ({ method, path }) =>
      method === "GET" && path.startsWith("/Users/")
        ? { status: 200, body: { Errors: [{ description: "not for you", code: "403" }] } }
        : undefined,
  },
  sentOnBySlash: {
    source: "Django services: every path ends with a slash, and others are sent on",
    before: ({ path, base, query, method }) =>
      path.endsWith("/")
        ? undefined
        : { status: method === "GET" ? 301 : 308, headers: { location: `${base}${path}/?${query.toString()}` } },
  },
  sentElsewhere: {
    source: "RFC 9110 section 15.4: a redirect to another host must not carry the credential there",
    before: ({ path }) =>
      path === "/Users"
        ? { status: 302, headers: { location: "https://elsewhere.example.test/Users?state=x" } }
        : undefined,
  },
} as const satisfies Readonly<Record<string, ScimHabit>>;
