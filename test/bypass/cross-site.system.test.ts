import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { takesSessions } from "#api/identify.ts";
import type { RouteDefinition } from "#api/route.ts";
import { endKeyedSession } from "#operations/identity/engine/end-keyed-session.ts";
import { openTestApi, type TestAnswer, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { beginBrowserSession, beginSessionOf, type BrowserSession } from "#test/support/begin-session.ts";
import { inParallel } from "#test/support/in-parallel.ts";

import { addressOf, plantVictim, type Victim } from "./addresses.ts";
import { type Fingerprint, openFingerprint } from "./unchanged.ts";

type Headers = Readonly<Record<string, string | string[]>>;

/** A call that another site makes a browser send, or that an attacker sends with only a part of the credentials. */
interface Attack {
  readonly headers: () => Headers;
  readonly query?: () => string;
  readonly status: 401 | 403;
  /** True if the page that requests its token is answered: it has nothing else to show yet. */
  readonly mayAskForToken?: true;
}

const callsAtOnce = 64;
const portal = "https://portal.example";
let api: TestApi;
let victim: Victim;
let fingerprint: Fingerprint;
let routes: readonly RouteDefinition[];
/** Session of a superuser, for whom every policy allows everything. */
let own: BrowserSession;
let another: BrowserSession;
let ofBen: BrowserSession;
let ended: BrowserSession;
let ofDisabled: BrowserSession;
let ofLibrary: string;
let token: string;

beforeAll(async () => {
  api = await openTestApi({ settings: { corsOrigins: [portal] } });
  victim = await plantVictim(api);
  await api.addUser("ben", { superuser: true });
  const gone = await api.addUser("gone", { superuser: true });
  token = await api.tokenOf("root");
  [own, another, ended] = [await begin("root"), await begin("root"), await begin("root")];
  [ofBen, ofDisabled] = [await begin("ben"), await begin("gone")];
  const { store } = api.context;
  await store.transaction(() => endKeyedSession(api.context, ended.sessid, "logout"));
  await store.transaction(() => store.save("users", { key: gone.key, disabled: true }));
  const library = await beginSessionOf(api.context, "root", { door: "library", gift: "librarySession" });
  ofLibrary = library.secret.use((text) => `__Host-gatehouse-session=${text}`);
  routes = api.routes.filter(({ path, policy }) => policy !== null && takesSessions(path));
  fingerprint = openFingerprint(api.databaseUrl);
});
afterAll(async () => {
  await fingerprint.close();
  await api.close();
});

const begin = (id: string) => beginBrowserSession(api, id);
const secretOf = ({ cookie }: BrowserSession) => cookie.slice(cookie.indexOf("=") + 1);
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
const fixed = `__Host-gatehouse-session=${"fixed".padEnd(43, "A")}`;

const attacks: Readonly<Record<string, Attack>> = {
  "a foreign origin": { headers: () => ({ ...own.headers, origin: "https://evil.example" }), status: 403 },
  "an origin whose scripts may call with tokens": { headers: () => ({ ...own.headers, origin: portal }), status: 403 },
  "an origin like ours": {
    headers: () => ({ ...own.headers, origin: `${testPublicAddress}.evil.example` }),
    status: 403,
  },
  "no origin that may be told": { headers: () => ({ ...own.headers, origin: "null" }), status: 403 },
  "another site, as the browser says": {
    headers: () => ({ ...own.headers, "sec-fetch-site": "cross-site" }),
    status: 403,
  },
  "a neighbour, as the browser says": {
    headers: () => ({ ...own.headers, "sec-fetch-site": "same-site" }),
    status: 403,
  },
  "somebody who typed the address": {
    headers: () => ({
      ...own.headers,
      "sec-fetch-site": "none",
    }),
    status: 403,
    mayAskForToken: true,
  },
  "no token against forged calls": { headers: () => ({ cookie: own.cookie }), status: 403, mayAskForToken: true },
  "the token in the query": {
    headers: () => ({ cookie: own.cookie }),
    query: () => `x-csrf-token=${own.csrfToken}`,
    status: 403,
    mayAskForToken: true,
  },
  "the token of another session": {
    headers: () => ({
      ...own.headers,
      "x-csrf-token": another.csrfToken,
    }),
    status: 403,
    mayAskForToken: true,
  },
  "the token of somebody else's session": {
    headers: () => ({
      ...own.headers,
      "x-csrf-token": ofBen.csrfToken,
    }),
    status: 403,
    mayAskForToken: true,
  },
  "an access token beside the cookie": { headers: () => ({ ...own.headers, ...bearer(token) }), status: 401 },
  "an empty Authorization beside the cookie": { headers: () => ({ ...own.headers, authorization: "" }), status: 401 },
  "the secret as an access token": { headers: () => ({ ...bearer(secretOf(own)) }), status: 401 },
  "the secret in the query": {
    headers: () => ({ "x-csrf-token": own.csrfToken }),
    query: () => own.cookie,
    status: 401,
  },
  "a fixed session": { headers: () => ({ ...own.headers, cookie: fixed }), status: 401 },
  "a fixed session beside the own one": {
    headers: () => ({ ...own.headers, cookie: `${fixed}; ${own.cookie}` }),
    status: 401,
  },
  "the identifier of the session in place of its secret": {
    headers: () => ({ ...own.headers, cookie: `__Host-gatehouse-session=${own.sessid}` }),
    status: 401,
  },
  "a cookie that a neighbour may set": {
    headers: () => ({ ...own.headers, cookie: own.cookie.replace("__Host-", "") }),
    status: 401,
  },
  "an ended session": { headers: () => ({ ...ended.headers }), status: 401 },
  "the session of a disabled user": { headers: () => ({ ...ofDisabled.headers }), status: 401 },
  "a session of the library": { headers: () => ({ ...own.headers, cookie: ofLibrary }), status: 401 },
};

function send(route: RouteDefinition, headers: Headers, query?: string): Promise<TestAnswer> {
  const { method } = route;
  const path = `${addressOf(route, victim)}${query === undefined ? "" : `?${query}`}`;
  const hasBody = method === "POST" || method === "PATCH";
  return api.send(method, path, { headers, ...(hasBody ? { body: {} } : {}) });
}

/** Returns the answers of routes that do not fit; none of the calls may change anything. */
async function unexpected(
  to: readonly RouteDefinition[],
  call: (route: RouteDefinition) => Promise<TestAnswer>,
  fits: (answer: TestAnswer) => boolean,
): Promise<readonly string[]> {
  const before = await fingerprint.take();
  const found: string[] = [];
  await inParallel(to.length, callsAtOnce, async (index) => {
    const route = to[index];
    if (route === undefined) return;
    const answer = await call(route);
    if (!fits(answer)) found.push(`${route.method} ${route.path}: ${answer.status} ${answer.text.slice(0, 200)}`);
  });
  expect(await fingerprint.take()).toEqual(before);
  return found;
}

describe("of the routes that take the cookie of a session", () => {
  it("there are all of /v2 and /react", () => {
    expect(routes.length).toBeGreaterThan(100);
    expect(new Set(routes.map(({ path }) => path.split("/")[1]))).toEqual(new Set(["v2", "react"]));
  });

  it("each that reads answers who has the session, with or without what newer browsers say", async () => {
    const reads = routes.filter(({ method }) => method === "GET");
    const said = { "sec-fetch-site": "same-origin", origin: testPublicAddress };
    for (const more of [{}, said]) {
      const call = (route: RouteDefinition) => send(route, { ...own.headers, ...more });
      expect(await unexpected(reads, call, ({ status }) => status !== 401 && status !== 403)).toEqual([]);
    }
  });

  it.each(Object.entries(attacks))("each refuses %s", async (_name, { headers, query, status, mayAskForToken }) => {
    const asked = routes.filter(({ givesCsrfToken }) => !(mayAskForToken && givesCsrfToken));
    const fits = (answer: TestAnswer) =>
      answer.status === status &&
      answer.headers["access-control-allow-credentials"] === undefined &&
      !victim.secrets.some((secret) => answer.text.includes(secret));
    expect(await unexpected(asked, (route) => send(route, headers(), query?.()), fits)).toEqual([]);
  });

  it("none lets another site ask whether it may send cookies or the token", async () => {
    const asks = (route: RouteDefinition) =>
      api.send("OPTIONS", addressOf(route, victim), {
        headers: {
          origin: portal,
          "access-control-request-method": route.method,
          "access-control-request-headers": "x-csrf-token",
        },
      });
    const fits = ({ headers }: TestAnswer) =>
      headers["access-control-allow-credentials"] === undefined &&
      !String(headers["access-control-allow-headers"]).includes("csrf");
    expect(await unexpected(routes, asks, fits)).toEqual([]);
  });

  it("no other one takes it", async () => {
    const others = api.routes.filter(({ path, policy }) => policy !== null && !takesSessions(path));
    expect(others.length).toBeGreaterThan(0);
    expect(
      await unexpected(
        others,
        (route) => send(route, own.headers),
        ({ status }) => status === 401,
      ),
    ).toEqual([]);
  });
});
