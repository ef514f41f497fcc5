import { afterEach, beforeAll, describe, expect, it } from "vitest";

import { createRandom, type Random } from "#domain/random.fixture.ts";
import { Bodies, type Observed } from "#test/support/any-body/bodies.ts";
import { type BodyOperation, Metadata } from "#test/support/any-body/metadata.ts";
import { observe } from "#test/support/any-body/observe.ts";
import { faultOf } from "#test/support/any-body/verdict.ts";
import { openWorld } from "#test/support/any-body/world.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { testSize } from "#test/support/test-size.ts";

const bodiesOfEach = testSize(25, 100);
const seed = Number(process.env["GATEHOUSE_TEST_SEED"] ?? testSize(11, Date.now() % 1_000_000));

// Faults of each call, and the letters of one.
const shownMax = 2;
const shownMaxCharacters = 1_500;

/** Calls of which no body happened to be taken: of few bodies none may keep the many rules of a target system or a request. */
const unluckyMax = testSize(4, 1);

/**
 * Calls that nothing in this world can be ready for: no discovery waits for a word, no account is free to be claimed, no request is on
 * hold, and the delegations that could be refused have all been accepted by then.
 */
const neverTaken = [
  ...["POST operations/confirm", "POST operations/abort", "POST users/claimAccount"],
  ...["POST delegations/refuse", "POST requests/resolveHold"],
];

/**
 * What takes a body and stands in no OData document: replacing a credential by POST on its key, batches, invitations, and naming somebody
 * who is there the owner of a group.
 */
const beside = ["POST targetSystems/credentials(key)", "POST $batch", "POST proxyServers/invite", "POST groups/owners"];

let metadata: Metadata;
let routes: readonly string[] = [];
beforeAll(async () => {
  const service = await openTestApi();
  metadata = new Metadata((await service.send("GET", "/v2/$metadata?$format=json")).json);
  routes = service.routes
    .filter(({ method, path }) => ["POST", "PATCH"].includes(method) && path.startsWith("/v2/"))
    .map(({ method, path }) => `${method} ${path.slice(4).replace(/\([^)]*\)(?=\/)/g, "")}`);
  await service.close();
});

let world: TestApi | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

/** Chooses addresses at which the caller may do it: whether they may is no question of the body. */
class Places {
  readonly #operation: BodyOperation;
  readonly #random: Random;
  readonly #forbidden = new Set<string>();
  readonly #all: readonly string[];

  constructor(operation: BodyOperation, observed: Observed, random: Random) {
    const { set, navigation, ofOne, action } = operation;
    const parents = observed.addresses.get(set) ?? [];
    const whole = navigation === null ? [set] : parents.map((parent) => `${parent}/${navigation}`);
    const ones = observed.addresses.get(navigation === null ? set : `${set}/${navigation}`) ?? [];
    this.#all = (ofOne ? ones : whole).map((address) => `/v2/${address}${action === null ? "" : `/${action}`}`);
    this.#operation = operation;
    this.#random = random;
  }

  next(): string {
    const left = this.#all.filter((path) => !this.#forbidden.has(path));
    if (left.length === 0) throw new Error(`there is no place for ${this.#operation.name}`);
    return this.#random.pick(left);
  }

  forbid(path: string): void {
    this.#forbidden.add(path);
  }
}

interface Outcome {
  readonly taken: number;
  readonly faults: readonly string[];
}

async function sendBodies(api: TestApi, operation: BodyOperation, observed: Observed): Promise<Outcome> {
  const random = createRandom(seed);
  const bodies = new Bodies(metadata, random, observed);
  const places = new Places(operation, observed, random);
  const faults: string[] = [];
  let taken = 0;
  for (let count = 0; count < bodiesOfEach; count += 1) {
    const [body, path] = [bodies.of(operation), places.next()];
    const answer = await api.send(operation.method, path, { as: "root", body });
    if (answer.status === 403 && answer.json.error.code === "FORBIDDEN") {
      places.forbid(path);
      continue;
    }
    if (answer.status < 300) taken += 1;
    const fault = faultOf(metadata, operation, answer);
    if (fault !== undefined && faults.length < shownMax) {
      const sent = `${operation.method} ${path} ${JSON.stringify(body)}`;
      faults.push(`${fault} ← seed ${seed}: ${sent}`.slice(0, shownMaxCharacters));
    }
  }
  return { taken, faults };
}

/** Replacing takes what POST of a new one takes. */
function replacing(operations: readonly BodyOperation[]): readonly BodyOperation[] {
  const insert = operations.find(({ name }) => name === "POST targetSystems/credentials");
  return insert === undefined ? [] : [{ ...insert, name: "POST targetSystems/credentials(key)", ofOne: true }];
}

const rank = { action: 0, insert: 1, update: 2 };

describe(`${bodiesOfEach} random bodies of each call, such as $metadata allows`, () => {
  it("are taken, or refused for a reason that a document names", async () => {
    const operations = [...metadata.operations(), ...replacing(metadata.operations())];
    const missed: string[] = [];
    const found: string[] = [];
    // Changing a target system may close it to what others ask of it, so changes come last.
    for (const [, ofSet] of Map.groupBy(operations, ({ set }) => set)) {
      world = await openWorld();
      const observed = await observe(world, metadata);
      for (const operation of ofSet.toSorted((one, other) => rank[one.kind] - rank[other.kind])) {
        const { taken, faults } = await sendBodies(world, operation, observed);
        found.push(...faults);
        if (taken === 0) missed.push(operation.name);
      }
      await world.close();
      world = undefined;
    }
    expect(found).toEqual([]);
    const unlucky = missed.filter((name) => !neverTaken.includes(name));
    expect([unlucky, unlucky.length <= unluckyMax]).toEqual([unlucky, true]);
  }, 300_000);

  it("are sent to every address that takes one", () => {
    const known = metadata
      .operations()
      .map(({ name, kind, ofOne }) => (ofOne && kind !== "action" ? `${name}(key)` : name));
    const served = routes.map((route) => route.replace(/\([^)]*\)$/, "(key)"));
    expect(served.filter((route) => !known.includes(route)).toSorted()).toEqual(beside.toSorted());
    expect(known.filter((name) => !served.includes(name))).toEqual([]);
  });
});
