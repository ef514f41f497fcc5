// @first it takes minutes: each call gets bodies until one is accepted
import { afterEach, beforeAll, describe, expect, it } from "vitest";

import { createRandom } from "#domain/random.fixture.ts";
import { Bodies, type Observed } from "#test/support/any-body/bodies.ts";
import { Calls } from "#test/support/any-body/calls.ts";
import { type BodyOperation, Metadata } from "#test/support/any-body/metadata.ts";
import { Places } from "#test/support/any-body/places.ts";
import { prepareWorld } from "#test/support/any-body/world.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { testSize } from "#test/support/test-size.ts";

const bodiesOfEach = testSize(4, 100);
const seed = Number(process.env["GATEHOUSE_TEST_SEED"] ?? testSize(11, Date.now() % 1_000_000));

/**
 * Routes with a body that no OData document describes: replacing a credential by POST on its key, batches, invitations, and making an
 * existing user the owner of a group.
 */
const beside = ["POST targetSystems/credentials(key)", "POST $batch", "POST proxyServers/invite", "POST groups/owners"];

/**
 * Routes that accept a body only by chance. They need a token or an attempt that was returned once, the words of a device, or a proxy. Or
 * they name a session of one user alone, or the file of a plug-in. Or they are about a condition, a chain or a policy, which no document
 * can describe. Or their parts require each other: those of a client, the two parts of a separation-of-duties rule, which share no item,
 * the fields of an analysis, which its kind decides, those of a request or a template, whose codes decide the fields of their operations, and those
 * of a new target system, whose type decides its address: of a thousand bodies about one is accepted.
 */
const byChance = [
  // Its number must be that of the accounts that are chosen.
  "POST massResets/start",
  // Their accounts must be those of the person, at target systems that can reset a password: one body in 150 is accepted.
  "POST users/resetPasswords",
  "POST users/passwordRules",
  "POST checkouts/reveal",
  "POST checkouts/runCommand",
  "POST users/endSession",
  // It must name a command of the same policy, which no entity shows.
  "POST managedSystemPolicies/unlistCommand",
  // It needs a user to whom another node has given an ID that is taken.
  "POST users/mergeTwin",
  // It needs another node that has keys.
  "POST nodes/compare",
  // They name the stamp of the loss that was read.
  "POST replicationConflicts/accept",
  "POST replicationConflicts/revert",
  "POST users/answerIdentification",
  "POST users/answerProof",
  "POST passwordDeliveries/reveal",
  "POST users/confirmOneTimeCode",
  "POST users/confirmPasskey",
  "POST authChains",
  "PATCH authChains",
  "PATCH policies",
  "POST policies/dryRun",
  "POST policies/explain",
  "POST clients",
  "POST ticketSystems",
  "POST catalogueItems/trialSet",
  "POST catalogueItems/set",
  "PATCH clients",
  "POST sodRules",
  "POST analyses",
  "POST requests",
  "POST templates",
  "POST targetSystems",
];

/** Factor by which the number of bodies of a call may grow until one is accepted. */
const luckMax = testSize(120, 40);

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

/** Returns the call that replaces a credential: it accepts the body of a new one. */
function replacing(operations: readonly BodyOperation[]): readonly BodyOperation[] {
  const insert = operations.find(({ name }) => name === "POST targetSystems/credentials");
  return insert === undefined ? [] : [{ ...insert, name: "POST targetSystems/credentials(key)", ofOne: true }];
}

function callsOf(api: TestApi, observed: Observed, operations: readonly BodyOperation[]): Calls {
  const random = createRandom(seed);
  const bodies = new Bodies(metadata, random, observed);
  return new Calls({ api, metadata, random, bodies, places: new Places(api, metadata, observed), operations });
}

const rank = { action: 0, insert: 1, update: 2 };

describe(`${bodiesOfEach} random bodies of each call, such as $metadata allows`, () => {
  it("are taken, or refused for a reason that a document names", async () => {
    const operations = [...metadata.operations(), ...replacing(metadata.operations())];
    const prepared = await prepareWorld(metadata);
    const missed: string[] = [];
    const found: string[] = [];
    // A change of a target system may close it to the calls of others, so changes come last.
    for (const [, ofSet] of Map.groupBy(operations, ({ set }) => set)) {
      world = await prepared.open();
      const calls = callsOf(world, prepared.observed, ofSet);
      for (const operation of ofSet.toSorted((one, other) => rank[one.kind] - rank[other.kind])) {
        const isByChance = byChance.includes(operation.name);
        const isTaken = await calls.send(operation, bodiesOfEach, isByChance ? 1 : luckMax);
        if (!isTaken && !isByChance) missed.push(operation.name);
      }
      found.push(...calls.faults());
      await world.close();
      world = undefined;
    }
    expect(found.map((fault) => `seed ${seed}: ${fault}`)).toEqual([]);
    expect([seed, missed]).toEqual([seed, []]);
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
