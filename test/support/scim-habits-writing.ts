import { type HabitAnswer, type Json, refuse, type ScimHabit } from "./scim-habits-service.ts";

const bodyOf = ({ body }: HabitAnswer): Json => (body ?? {}) as Json;
const versioned = (version: string): NonNullable<ScimHabit["row"]> => {
  return () => ({ meta: { version } });
};
const refusingVersions: NonNullable<ScimHabit["before"]> = ({ headers, method }) =>
  method !== "GET" && headers["if-match"] !== undefined ? refuse(412, "the version does not match") : undefined;
const isMade = ({ status }: HabitAnswer, method: string): boolean => method === "POST" && status === 201;
const isChange = (method: string): boolean => method === "PATCH" || method === "PUT";

/** Habits in the handling of writes. */
export const writingHabits = {
  jsonAlone: {
    source: "SCIM-SDK#629 turned round, services on plain frameworks: application/json only",
    before: ({ headers, method }) =>
      method !== "GET" && method !== "DELETE" && headers["content-type"] !== "application/json"
        ? refuse(415, "application/json, please")
        : undefined,
  },
  weakVersions: {
    source:
      "RFC 9110 section 13.1.1: If-Match compares strongly, so that a weak version equals none; directory-scimple#534",
    row: versioned('W/"1"'),
    before: refusingVersions,
  },
  versionsWithoutQuotes: {
    source: "product-is#14063: the version of a resource is not written as its ETag is",
    row: versioned("1"),
    before: refusingVersions,
  },
  changedMeanwhile: {
    source: "RFC 7644 section 3.14: somebody else is faster",
    row: versioned('"1"'),
    before({ headers, method }, world) {
      if (method === "GET" || headers["if-match"] === undefined) return undefined;
      world.rows.Users = world.rows.Users.map((row) => ({ ...row, title: "Changed meanwhile" }));
      return refuse(412, "the version does not match");
    },
  },
  patchOnlyAnnounced: {
    source: "services whose catalogue is a copy of an example: PATCH is announced and answered with 501",
    before: ({ method }) => (method === "PATCH" ? refuse(501, "no PATCH") : undefined),
  },
  putAloneAndMembersHidden: {
    source: "RFC 7644 section 3.5.1: a PUT writes the whole group, also the members that are not shown",
    before: ({ method, query }) =>
      method === "PATCH"
        ? refuse(501, "no PATCH")
        : query.get("filter")?.includes("members")
          ? refuse(400, "unsupported")
          : undefined,
    shown: ({ members: _members, ...row }) => row,
  },
  removalWantsATarget: {
    source: "RFC 7644 table 9: noTarget, where a removal finds nothing",
    before: ({ method, body }) =>
      method === "PATCH" && JSON.stringify(body).includes("remove")
        ? refuse(400, "nobody like that", "noTarget")
        : undefined,
    shown: ({ members: _members, ...row }) => row,
  },
  changesIgnored: {
    source: "authentik#24173: a PATCH is answered with success and nothing is done",
    before: ({ method }) => (isChange(method) ? { status: 204 } : undefined),
  },
  answersOfBefore: {
    source: "product-is#7475: the answer to a removal still has the member",
    before({ method, path }, world) {
      if (method !== "PATCH" || !path.startsWith("/Groups/")) return undefined;
      const before = world.rows.Groups.map((row) => row);
      world.rows.Groups = before.map((row) => ({ ...row, members: [] }));
      return { status: 200, body: before.find((row) => path.endsWith(String(row["id"]))) };
    },
  },
  mailsWantTypes: {
    source: "product-is#15560, Slack: each mail has a type, and one of them is primary",
    before({ method, body }) {
      const mails = (body["Operations"] as { path: string; value: Json[] }[] | undefined)?.find(
        ({ path }) => path === "emails",
      );
      const right =
        mails === undefined ||
        (mails.value.every((one) => one["type"]) && mails.value.filter((one) => one["primary"]).length === 1);
      return method === "PATCH" && !right ? refuse(400, "a type each, and one primary", "invalidValue") : undefined;
    },
  },
  shownOnRequest: {
    source: "RFC 7643 section 7, returned: request",
    shown(row, _where, query) {
      const { badge, ...rest } = row;
      return query.get("attributes")?.includes("badge") && badge !== undefined ? { ...rest, badge } : rest;
    },
  },
  putAloneAndShownOnRequest: {
    source: "RFC 7644 section 3.5.1: a PUT takes away what is not in it, also what is shown on request alone",
    before: ({ method }) => (method === "PATCH" ? refuse(501, "no PATCH") : undefined),
    shown(row, _where, query) {
      const { badge, ...rest } = row;
      return query.get("attributes")?.includes("badge") && badge !== undefined ? { ...rest, badge } : rest;
    },
  },
  shownNever: {
    source: "RFC 7643 section 7, returned: request, on a service that does not know the parameter attributes",
    shown: ({ badge: _badge, ...row }) => row,
  },
  keptAsInactive: {
    source: "GitHub, Okta, FusionAuth#3244: a deletion makes inactive",
    before({ method, path }, world) {
      if (method !== "DELETE") return undefined;
      world.rows.Users = world.rows.Users.map((row) =>
        path.endsWith(String(row["id"])) ? { ...row, active: false } : row,
      );
      return { status: 204 };
    },
  },
  deletionIgnored: {
    source: "the twin of authentik#24173: a deletion is answered with success and nothing is done",
    before: ({ method }) => (method === "DELETE" ? { status: 204 } : undefined),
  },
  madeWithoutBody: {
    source: "RFC 7644 section 3.3: the body of a creation may be left out; its place is in Location",
    after: (answer, { method, base, path }) =>
      isMade(answer, method)
        ? { status: 201, headers: { location: `${base}${path}/${String(bodyOf(answer)["id"])}` } }
        : answer,
  },
  madeWithoutAnything: {
    source: "services that answer a creation with 204, or take it for later with 202",
    after: (answer, { method }) => (isMade(answer, method) ? { status: 202 } : answer),
  },
  shownLater: {
    source: "stores that show what was written some moments later",
    before({ method, path }, world) {
      if (method === "POST") world.turns = 2;
      if (method !== "GET" || path === "/Users") return undefined;
      world.turns -= 1;
      return world.turns >= 0 ? refuse(404, "not yet") : undefined;
    },
    after: (answer, { method, base, path }) =>
      isMade(answer, method)
        ? { status: 201, headers: { location: `${base}${path}/${String(bodyOf(answer)["id"])}` } }
        : answer,
  },
  existingAnswered: {
    source:
      "keycloak-scim-server#114: a creation of a name that is taken is answered with 200 and the object of before",
    row: () => ({ meta: { created: "2020-01-01T00:00:00Z" } }),
    before: ({ method, body }, world) => {
      const taken = world.rows.Users.find((row) => row["userName"] === body["userName"]);
      return method === "POST" && taken ? { status: 200, body: taken } : undefined;
    },
  },
  otherMade: {
    source: "the twin for creations: the answer to a creation is somebody else's object",
    after: (answer, { method }, world) =>
      isMade(answer, method) ? { status: 200, body: world.rows.Users[0] } : answer,
  },
  namedOtherwise: {
    source: "services that put their domain behind a name",
    row: ({ userName }) =>
      typeof userName === "string" && userName.startsWith("new") ? { userName: `${userName}@tenant.test` } : {},
  },
} as const satisfies Readonly<Record<string, ScimHabit>>;
