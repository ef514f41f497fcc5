import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { type AuthChain, type ChainPurpose, chainPurposes, type Selector } from "#domain/chains/auth-chain.ts";
import { type ChainFactName, chainFacts } from "#domain/chains/chain-facts.ts";
import { selects } from "#domain/chains/selects.ts";
import { type SignInDoor, type SignInDoorName, signInDoors } from "#domain/chains/sign-in-doors.ts";
import { type ChainInForce, chainTaken } from "#operations/chains/engine/stored-chains.ts";
import { defineOperation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addAttempt, type Begun } from "#operations/sign-in/begin.ts";
import { continueSignIn } from "#operations/sign-in/continue-sign-in.ts";
import { nothingYet } from "#operations/sign-in/engine/attempts.ts";

import { openTestApi, type TestAnswer, type TestApi, testPublicAddress } from "../support/api.ts";
import { callerOf } from "../support/service.ts";
import {
  type Come,
  comeBy,
  type DoorDriver,
  doorDrivers,
  login,
  namedClient,
  personAtDoors,
  prepareDoors,
} from "../support/sign-in-at-doors.ts";
import { chainOf } from "../support/sign-in-steps.ts";
import { storeChain } from "../support/stored-chain.ts";

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
  await prepareDoors(api);
  // A selected provider leads to the usual chain.
  const password = passwordStep("ALLOW");
  const selectors = [{ expression: "provider", match: "equal", value: "" }] as const;
  await storeChain(api, chainOf({ password }, { name: "sign-in-external", position: 900, selectors }));
  // The chains of the test come before those that need only a password.
  for (const [name, purpose] of Object.entries(usualChains))
    await storeChain(api, chainOf({ password: passwordStep("ALLOW") }, { name, purpose, position: 1000 }));
});
afterAll(() => api.close());

const usualChains = { "sign-in": "signIn", "help-desk": "identify", "forgot-password": "forgotPassword" } as const;
const passwordStep = (passed: string) => ({ component: "password", outcomes: { passed, failed: "DENY" } });
const more = { component: "oneTimeCode", outcomes: { passed: "ALLOW", failed: "DENY", none: "DENY" } };

/** Returns a chain that needs more than the password, for each purpose. */
function strongChain(purpose: ChainPurpose, selector: Selector): AuthChain {
  const steps = { password: passwordStep("more"), more };
  return chainOf(steps, { name: `strong-${purpose}`, purpose, position: 1, selectors: [selector] });
}

const doors = Object.entries(doorDrivers) as [SignInDoorName, DoorDriver][];
const factNames = Object.keys(chainFacts) as ChainFactName[];

/** Returns the selectors for a fact: that it is set or not set, and comparisons with each value that doors have and one that none has. */
function selectorsOf(fact: ChainFactName): readonly Selector[] {
  const values = new Set([...doors.flatMap(([, { facts }]) => facts[fact] ?? []), "nothing that is"]);
  const compared = [...values].flatMap((value) =>
    (["equal", "notequal"] as const).map((match): Selector => ({ expression: fact, match, value })),
  );
  return [{ expression: fact, match: "set" }, { expression: fact, match: "notset" }, ...compared];
}

/** Rows of the matrix: a door with its sign-in and its facts. */
type Rows = readonly (readonly [string, DoorDriver])[];

/** Returns the cells of the matrix in which a sign-in comes further, or less far, than the known facts allow. */
async function differences(rows: Rows, selectors: readonly Selector[], between?: () => void): Promise<string[]> {
  const found: string[] = [];
  for (const selector of selectors) {
    for (const purpose of Object.keys(chainPurposes) as ChainPurpose[])
      await storeChain(api, strongChain(purpose, selector));
    const begun = await Promise.all(rows.map(([, driver]) => driver.begin(api)));
    between?.();
    const come = await Promise.all(begun.map((enter) => enter()));
    for (const [index, [door, { facts }]] of rows.entries()) {
      const wanted: Come = selects(selector, facts) ? "asked" : "in";
      if (come[index] !== wanted)
        found.push(`${door}, ${Object.values(selector).join(" ")}: ${come[index]}, not ${wanted}`);
    }
  }
  return found;
}

/** Routes that continue a sign-in, or that need something else than a name and a password. */
const noBeginnings = [
  "POST /identity/sign-in/attempts/{attempt}/steps",
  "POST /react/session/{attempt}",
  "POST /identity/connect/sign-in",
  "GET /identity/connect/sign-in",
  "POST /identity/connect/password",
  "POST /identity/connect/passwords",
  "POST /identity/saml/{provider}/acs",
  "POST /proxies/v1/enrol",
  "POST /managedHosts/v1/enrol",
  "POST /passwordSenders/v1/enrol",
  "POST /replication/join",
];

describe("the table of doors", () => {
  it("has each door with its row, and routes that are there", () => {
    expect(Object.keys(doorDrivers).toSorted()).toEqual(Object.keys(signInDoors).toSorted());
    const routes = new Set(api.routes.map(nameOf));
    const at = Object.values<SignInDoor>(signInDoors).flatMap((door) => door.at);
    expect([...at, ...noBeginnings].filter((route) => !routes.has(route))).toEqual([]);
  });

  it("has every route whose refusals are counted as those of a sign-in", () => {
    const at: readonly string[] = Object.values<SignInDoor>(signInDoors).flatMap((door) => door.at);
    const counted = api.routes.filter(({ rate }) => rate === "signIn").map(nameOf);
    expect(counted.filter((route) => !at.includes(route) && !noBeginnings.includes(route))).toEqual([]);
  });
});

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;

// @specification 1.chains
describe("at every door the chain is walked that the known facts choose", () => {
  it.each(factNames)("by %s", async (fact) => {
    expect(await differences(doors, selectorsOf(fact))).toEqual([]);
  });
});

describe("what is planted is found:", () => {
  it("a door that takes the client of the caller", async () => {
    const { browser } = doorDrivers;
    const planted: DoorDriver = {
      ...browser,
      async begin(service) {
        const cookie = cookieOf(await browser.say?.(service));
        const begun = await beginPlanted({ clientId: namedClient, cookie: new Secret(cookie.split("=")[1] ?? "") });
        const step = { body: { fields: login }, headers: { cookie } };
        return async () => comeBy(await service.send("POST", `/react/session/${begun}`, step));
      },
    };
    const selectors = selectorsOf("client").filter(({ value }) => value === namedClient);
    expect(await differences([["planted", planted]], selectors)).toEqual([
      `planted, client equal ${namedClient}: asked, not in`,
      `planted, client notequal ${namedClient}: in, not asked`,
    ]);
  });

  it("a choice that is not made anew once a name is known", async () => {
    const { store } = api.context;
    const select = store.select.bind(store);
    // A sign-in that continues no longer sees the chains that were selectable.
    const forget = () =>
      Object.assign(store, {
        select: async (table: "authChains", ...rest: []) => {
          const rows = await select(table, ...rest);
          return table === "authChains" ? rows.filter(({ name }) => !name.startsWith("strong-")) : rows;
        },
      });
    const walking = doors.filter(([door]) => ["attempts", "signInPage", "browser", "forgottenPage"].includes(door));
    const [byName] = selectorsOf("userName").filter(({ match, value }) => match === "equal" && value === personAtDoors);
    const found = await differences(walking, byName === undefined ? [] : [byName], forget);
    Object.assign(store, { select });
    expect(found).toEqual(walking.map(([door]) => `${door}, userName equal ada: in, not asked`));
    expect(await differences(walking, byName === undefined ? [] : [byName])).toEqual([]);
  });
});

describe("a client that is said", () => {
  const saying = doors.flatMap(([door, { say }]) => (say === undefined ? [] : [[door, say] as const]));

  it.each(saying)("is refused at the door %s where it is not one that was checked", async (door, say) => {
    const named = await say(api, "nobodys");
    const code = String(named.json?.error?.code ?? named.status);
    const refusals: Partial<Record<SignInDoorName, string>> = { attempts: "CLIENT_INVALID", signInPage: "400" };
    expect([door, code]).toEqual([door, refusals[door] ?? "INPUT_INVALID"]);
  });

  it.each<[string, string, object]>([
    ["a session of the browser", "/react/session", {}],
    ["a forgotten password", "/identity/sign-in/attempts", { purpose: "forgotPassword" }],
  ])("is refused for %s, whichever it is", async (_what, path, body) => {
    for (const field of ["clientId", "scope"]) {
      const said = { ...body, [field]: field === "scope" ? "api" : "gatehouse" };
      const { status, json } = await api.send("POST", path, { body: said, headers: { origin: testPublicAddress } });
      expect([status, json.error.code, json.error.target]).toEqual([400, "INPUT_INVALID", field]);
    }
  });
});

/** A door with a fault that a developer might make: it trusts the client in the body. */
const plantedDoor = defineOperation<{ readonly clientId: string; readonly cookie: Secret }, Begun, ChainInForce>({
  name: "planted.begin",
  input: z.strictObject({ clientId: z.string(), cookie: z.instanceof(Secret) }),
  callers: ["anonymous"],
  audit: { operation: "SIBG", when: "never" },
  async prepare(context, { clientId: client }) {
    const taken = await chainTaken(context, { purpose: "signIn", facts: { client } });
    if (taken === undefined) throw new TypeError("no chain is taken");
    return taken;
  },
  run(context, { clientId: client, cookie }, taken) {
    const memory = { ...nothingYet, facts: { client }, userName: null, aimed: {} };
    return addAttempt(context, { door: "browser", cookie }, { ...taken, memory });
  },
});
async function beginPlanted(input: { readonly clientId: string; readonly cookie: Secret }): Promise<string> {
  const stranger = callerOf({ key: "", id: "", superuser: false }, { kind: "anonymous", key: null });
  const { key, handle } = await invoke(plantedDoor, api.context, stranger, input);
  await continueSignIn(api.context, stranger, key, { at: "step" });
  return handle.use((text) => text);
}

function cookieOf(answer: TestAnswer | undefined): string {
  return String(answer?.headers["set-cookie"]).split(";", 1)[0] ?? "";
}
