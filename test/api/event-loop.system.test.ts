// @alone it measures processor time
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { RouteDefinition } from "#api/route.ts";

import { addressOf, plantVictim, type Victim } from "../bypass/addresses.ts";
import { openTestApi, type TestApi } from "../support/api.ts";
import { beginBrowserSession, beginSessionOf } from "../support/begin-session.ts";
import { fillForLongWork, longWorks } from "../support/long-works.ts";
import { loopTime, workedMs } from "../support/loop-time.ts";
import { testSize } from "../support/test-size.ts";
import { leastAsUsual } from "../support/usual-machine.ts";
import { type PublishedDocument, sendRaw, type WorstCall, worstCallsOf } from "../support/worst-calls.ts";

/** Milliseconds that a call may take of the event loop. */
const boundMs = 50;
const tries = 3;
const worstShown = 10;
/** Calls of each route. */
const numbers = testSize(
  { public: 5, write: 1, read: 1 },
  { public: Number.POSITIVE_INFINITY, write: Number.POSITIVE_INFINITY, read: Number.POSITIVE_INFINITY },
);
/** Routes that work in pieces, between which others are served, with the reason: the longest piece counts. */
const inPieces: Readonly<Record<string, string>> = {
  "POST /v2/$batch": "its parts are calls of their own",
  "POST /idapisoap": "a message is read in slices",
};

/** Routes that end the session of their caller, so that it takes no further call. */
const endsItself = ["POST /idapi/logout", "DELETE /react/session"];

const planted: RouteDefinition = {
  method: "POST",
  path: "/v2/planted",
  policy: "users_get",
  handler: async () => {
    const begun = process.threadCpuUsage();
    while (process.threadCpuUsage(begun).user < 6000 * boundMs);
    return { status: 204 };
  },
};

let api: TestApi;
let victim: Victim;
let document: PublishedDocument;
beforeAll(async () => {
  api = await openTestApi({ extraRoutes: [planted] });
  victim = await plantVictim(api);
  await api.addUser("anna", { classes: ["_EXPLICIT_REST_API_USERS_", "_EXPLICIT_API_USERS_"] });
  await fillForLongWork(api);
  document = (await api.send("GET", "/v2/openapi.json")).json;
});
afterAll(() => api.close());

const labelOf = ({ method, path }: RouteDefinition) => `${method} ${path}`;
const isPublic = ({ policy, session }: RouteDefinition) => policy === null && session === undefined;

/** Returns some calls of a route, spread over all of them; the next route gets others. */
function someOf(calls: readonly WorstCall[], count: number, shift: number): readonly WorstCall[] {
  if (calls.length <= count) return calls;
  const step = Math.floor(calls.length / count);
  return calls.filter((_, index) => Math.floor((index + shift) % step) === 0).slice(0, count);
}

/** Time for all calls of one kind of caller. */
const everyCallMs = testSize(180_000, 1_200_000);

interface Measured {
  readonly label: string;
  readonly ms: number;
}

/** Sends a call until it was fast enough once, because any call may meet a garbage collection; returns its least time. */
async function measured(label: string, send: () => Promise<number>, pieces: boolean): Promise<Measured> {
  const once = async () => (pieces ? (await loopTime(send)).pieceMs : await workedMs(send));
  return { label, ms: await leastAsUsual(boundMs, tries, once) };
}

interface Outcome {
  readonly slow: readonly Measured[];
  /** Routes that answered none of the calls as one of a signed-in user. */
  readonly unknownTo: readonly string[];
}

/** Calls each route in its worst ways, and returns the calls that take too long; prints the worst. */
async function callWorst(
  title: string,
  routes: readonly RouteDefinition[],
  headersOf: (route: RouteDefinition) => Promise<Readonly<Record<string, string>>>,
): Promise<Outcome> {
  const all: Measured[] = [];
  const unknownTo = new Set(routes.map(labelOf));
  for (const [index, route] of routes.entries()) {
    const path = addressOf(route, victim).replaceAll(/\{\w+\}/g, "x");
    const own = await headersOf(route);
    const at = { port: api.port, method: route.method, path, headers: own };
    // One-time work, such as reading a document, is not a part of each call.
    await sendRaw(at);
    const isRead = route.method === "GET" || route.method === "DELETE";
    const count = isRead ? numbers.read : isPublic(route) ? numbers.public : numbers.write;
    // A body that is refused would not reach what is planted.
    const isPlanted = route.path === planted.path;
    const calls = isPlanted ? [{ name: "planted" }] : someOf(worstCallsOf(route, document), count, index);
    for (const { name, query, body } of calls) {
      const bytes = body?.bytes();
      const call = {
        ...at,
        path: query === undefined ? path : `${path}?${query}`,
        headers: { ...own, ...body?.headers },
        bytes,
      };
      const send = async () => {
        const status = await sendRaw(call);
        if (status !== 401) unknownTo.delete(labelOf(route));
        expect([labelOf(route), name, status >= 500 && route.path !== "/idapisoap"]).toEqual([
          labelOf(route),
          name,
          false,
        ]);
        return status;
      };
      all.push(await measured(`${labelOf(route)}: ${name}`, send, labelOf(route) in inPieces));
    }
  }
  all.sort((one, other) => other.ms - one.ms);
  const worst = all.slice(0, worstShown).map(({ label, ms }) => `  ${ms.toFixed(0)} ms ${label}`);
  console.log([`${title}: ${all.length} calls of ${routes.length} routes`, ...worst].join("\n"));
  return { slow: all.filter(({ ms }) => ms > boundMs), unknownTo: [...unknownTo] };
}

describe("the event loop", () => {
  it("is held by no call of a stranger for long", { timeout: everyCallMs }, async () => {
    const routes = api.routes.filter(isPublic);
    expect(routes.length).toBeGreaterThan(50);
    expect((await callWorst("strangers", routes, async () => ({}))).slow).toEqual([]);
  });

  it(
    "is held by no call of an ordinary user for long, and a route that does is found",
    { timeout: everyCallMs },
    async () => {
      // A call may end its session, and a token may expire during the calls: each route has its own.
      const headersOf = async ({ session, path }: RouteDefinition): Promise<Readonly<Record<string, string>>> => {
        if (path === "/react/session") return (await beginBrowserSession(api, "anna")).headers;
        if (session === undefined) return { authorization: `Bearer ${(await api.signIn("anna")).json.access_token}` };
        const { secret } = await beginSessionOf(api.context, "anna", { door: "library", gift: "librarySession" });
        return { authorization: secret.use((text) => `Bearer ${text}`) };
      };
      const routes = api.routes.filter((route) => !isPublic(route) || route.path === "/v2/$batch");
      expect(routes.length).toBeGreaterThan(300);
      const { slow, unknownTo } = await callWorst("an ordinary user", routes, headersOf);
      expect(unknownTo.toSorted()).toEqual(endsItself.toSorted());
      expect(slow.filter(({ label }) => !label.startsWith(labelOf(planted)))).toEqual([]);
      expect(slow.length).toBeGreaterThan(0);
    },
  );

  it.each(longWorks)("is held by no piece of $name", async ({ method, path, body }) => {
    const authorization = `Bearer ${await api.tokenOf("root")}`;
    const headers = { authorization, "content-type": "application/json" };
    const given = typeof path === "string" ? path : path(victim);
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body(victim)));
    const send = async () => {
      const status = await sendRaw({ port: api.port, method, path: given, headers, bytes });
      expect([status, status < 300 || status === 400]).toEqual([status, true]);
      return status;
    };
    const { ms } = await measured(path.toString(), send, true);
    console.log(`  ${ms.toFixed(0)} ms ${method} ${given.slice(0, 100)}`);
    expect(ms).toBeLessThanOrEqual(boundMs);
  });
});
