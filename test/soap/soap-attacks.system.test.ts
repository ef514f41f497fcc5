// @alone it looks how long others wait, and how much memory is left behind
import { setImmediate } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { soapDepthMax } from "#domain/soap-limits.ts";
import { createPasswordHasher } from "#operations/proofs/password-hasher.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { createHttpClient } from "../support/http-client.ts";
import { inParallel } from "../support/in-parallel.ts";
import { sessionsBegunBy } from "../support/session-headers.ts";
import { envelope, faultCode, logInBySoap, message, sendSoap } from "../support/soap-messages.ts";
import { testSize } from "../support/test-size.ts";

const timeout = 900_000;
const mib = 1024 * 1024;
let api: TestApi;
let sesskey = "";

beforeAll(async () => {
  api = await openTestApi({ settings: { userAuthFailuresMax: 1_000_000_000 } });
  await api.addUser("ada", { classes: ["_EXPLICIT_API_USERS_"] });
  sesskey = await logInBySoap(api, "ada");
});
afterAll(() => api.close());

const deep = (levels: number) => message("identityUserinfo", null, "<a>".repeat(levels) + "</a>".repeat(levels));
const entities = Array.from({ length: 30 }, (_, level) => `<!ENTITY e${level + 1} "&e${level};&e${level};">`).join("");

/** Messages of attackers. */
const attacks: Readonly<Record<string, string | Buffer>> = {
  "entities within entities": `<!DOCTYPE a [<!ENTITY e0 "x">${entities}]>${message("identityUserinfo", null, "&e30;")}`,
  "one entity many times": `<!DOCTYPE a [<!ENTITY e "${"x".repeat(50_000)}">]>${message("read", null, "&e;".repeat(10_000))}`,
  "an external entity": `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${message("read", null, "<path>&e;</path>")}`,
  "an external entity over the network": `<!DOCTYPE a [<!ENTITY % e SYSTEM "http://127.0.0.1:9/">%e;]>${message("read", null)}`,
  "an external document type": `<!DOCTYPE a PUBLIC "-//x" "http://127.0.0.1:9/x.dtd">${message("read", null)}`,
  "an include": message(
    "read",
    null,
    '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>',
  ),
  "20 MB of text": "x".repeat(20 * mib),
  "20 MB of elements": envelope("<a/>".repeat(5 * mib)),
  "1 MiB of elements": envelope("<a/>".repeat(200_000)),
  "1 MiB of attributes": `<a ${Array.from({ length: 80_000 }, (_, index) => `a${index}=""`).join(" ")}/>`,
  "1 MiB of declarations": `<a ${Array.from({ length: 50_000 }, (_, index) => `xmlns:a${index}="u"`).join(" ")}/>`,
  "1 MiB of one name": `<${"n".repeat(mib - 10)}/>`,
  "1 MiB of an open comment": `<a><!--${"-".repeat(mib - 10)}`,
  "1 MiB of an open CDATA": `<a><![CDATA[${"]".repeat(mib - 20)}`,
  "1 MiB of a document type": `<!DOCTYPE a [${"<!-- -->".repeat(130_000)}`,
  "a depth of 10,000": deep(10_000),
  "one level too deep": deep(soapDepthMax),
  "a reference to an attachment": message("read", null, '<path href="#1"/><multiRef id="1">x</multiRef>'),
  "a text within CDATA that is XML": message("read", null, `<path><![CDATA[<?xml version="1.0"?><a/>]]></path>`),
  "zero bytes": Buffer.alloc(1000),
};

const cpuMs: Record<string, number> = {};
afterAll(() => console.log("milliseconds of the processor for each, with what sends it:", cpuMs));

describe("a message that nobody sends who means well", () => {
  it.each(Object.entries(attacks))("is answered with a fault, and others go on meanwhile: %s", async (name, body) => {
    const [{ status, code }, turns] = await withTurns(() => sendSoap(api, body));
    expect(code).not.toBeNull();
    expect([413, 500]).toContain(status);
    expect(turns).toBeGreaterThan(0);
    // The amount that is read of an endless message, measured in processor time and not by the clock.
    const used = process.cpuUsage();
    await sendSoap(api, body);
    const { user, system } = process.cpuUsage(used);
    cpuMs[name] = (user + system) / 1000;
    expect((await api.send("GET", "/health")).status).toBe(200);
  });
});

/** Runs a function; returns its result with the number of turns that other work had meanwhile. */
async function withTurns<T>(run: () => Promise<T>): Promise<[T, number]> {
  let turns = 0;
  const ended = new AbortController();
  const others = async () => {
    while (!ended.signal.aborted) {
      await setImmediate();
      turns += 1;
    }
  };
  const waiting = others();
  try {
    return [await run(), turns];
  } finally {
    ended.abort();
    await waiting;
  }
}

// Returns a generator that gives the same numbers each time.
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const pieces = [
  "<",
  ">",
  "/",
  "</",
  "<?xml ",
  "?>",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<!DOCTYPE ",
  "&",
  "&amp;",
  "&#0;",
  ";",
  "=",
  '"',
  "'",
  " ",
  "\n",
  "\0",
  "😀",
  "xmlns",
  'xmlns:x="u"',
  ":",
  "x:",
  'xsi:nil="true"',
  "item",
  "<object>",
  "</object>",
  '<entry name="__proto__">',
  "</entry>",
  "<text>",
  "</text>",
  "sesskey",
  "1e999",
  "-",
];

/** Returns a body that begins well and goes wrong somewhere. */
function bodyOf(seed: number): string {
  const next = numbers(seed);
  const good = [
    message("read", { sesskey }, "<path>users</path>"),
    message("usersChooseNotices", { sesskey }, '<key>x</key><digestHour xsi:nil="true"/>'),
    message(
      "requestsSubmit",
      { sesskey },
      '<recipientKey xsi:nil="true"/><operations><item><code>ACUA</code><targetSystemKey>T</targetSystemKey><attributes><object><entry name="a"><list><item><text>x</text></item></list></entry></object></attributes></item></operations>',
    ),
    message("login", null, "<user>nobody</user>"),
  ];
  let text = good[next(good.length)] ?? "";
  const changes = 1 + next(6);
  for (let change = 0; change < changes; change++) {
    const at = next(text.length + 1);
    const left = next(3) === 0 ? next(40) : 0;
    const put = next(4) === 0 ? "" : (pieces[next(pieces.length)] ?? "");
    text = text.slice(0, at) + put.repeat(1 + next(3)) + text.slice(at + left);
  }
  return text;
}

it(
  "bodies that go astray anywhere are answered, or get a fault, and change nothing",
  async () => {
    const http = createHttpClient(api.address, 8);
    const bodies = testSize(2_000, 50_000);
    const before = [await api.store.count("users", {}), await api.store.count("keyedSessions", {})];
    const wrong: object[] = [];
    const [, turns] = await withTurns(() =>
      inParallel(bodies, 8, async (index) => {
        const xml = bodyOf(index + 1);
        const { status, body } = await http.call("POST", "/idapisoap", { xml });
        const code = faultCode(String(body));
        const isAnswer = status === 200 && String(body).includes("Response");
        if (!isAnswer && (code === null || code === "INTERNAL" || status !== 500)) wrong.push({ xml, status, body });
      }),
    );
    http.close();
    expect(wrong).toEqual([]);
    expect(turns).toBeGreaterThan(bodies / 8);
    expect([await api.store.count("users", {}), await api.store.count("keyedSessions", {})]).toEqual(before);
  },
  timeout,
);

// @specification 5.soap-leaks
it(
  "logins that fail leave no session, no row and no memory",
  async () => {
    const logins = testSize(200, 10_000);
    const quick = await openTestApi({
      // Without hashing, strangers are as fast as they can be.
      passwords: { ...createPasswordHasher(), verify: () => Promise.resolve(false) },
      settings: { userAuthFailuresMax: 1_000_000_000 },
    });
    const { key } = await quick.addUser("ada", { classes: ["_EXPLICIT_API_USERS_"] });
    const http = createHttpClient(quick.address, 32);
    const fail = (times: number) =>
      inParallel(times, 32, async (index) => {
        const user = index % 2 === 0 ? "ada" : `nobody-${index}`;
        const xml =
          index % 3 === 0
            ? message("identityUserinfo", { user, password: "wrong" })
            : message("login", null, `<user>${user}</user><password>wrong</password>`);
        const { status } = await http.call("POST", "/idapisoap", { xml });
        expect(status).toBe(500);
      });
    const tables = ["keyedSessions", "persistedGrants", "revokedTokens", "operationIdentifiers"] as const;
    const rows = () =>
      Promise.all([...tables.map((table) => quick.store.count(table, {})), sessionsBegunBy(quick, "soap")]);
    const before = await rows();
    await fail(logins / 2);
    const between = await heapAfterCollection();
    await fail(logins / 2);
    const growth = (await heapAfterCollection()) - between;
    expect(await rows()).toEqual(before);
    console.log(`heap after ${logins / 2} further failed logins: ${(growth / mib).toFixed(1)} MiB more`);
    // The buckets of the rate limits hold a name for a minute; a session each would take many times that.
    expect(growth / (logins / 2)).toBeLessThan(testSize(100_000, 4_000));
    expect(await quick.store.get("users", key)).toMatchObject({ locked: false });
    http.close();
    await quick.close();
  },
  timeout,
);

async function heapAfterCollection(): Promise<number> {
  const { setFlagsFromString } = await import("node:v8");
  const { runInNewContext } = await import("node:vm");
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 3; round++) {
    collect();
    await setImmediate();
  }
  return process.memoryUsage().heapUsed;
}
