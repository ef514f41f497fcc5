import type { PersonDifferences } from "#domain/roles/differences.ts";
import { findAccessDifferences } from "#operations/enforcement/engine/find-access-differences.ts";
import { findMemberDifferences } from "#operations/enforcement/engine/find-member-differences.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import { openDatabase } from "#store/database.ts";
import { fillLargeWorld, grantsOfPerson } from "#test/roles/large-role-world.ts";
import { median } from "#test/support/median.ts";
import { openTestService, type TestService } from "#test/support/service.ts";

import { benchSize } from "../bench-size.ts";
import { firstDifference } from "../first-difference.ts";
import { makeDifferences } from "./fill.ts";
import { createRival } from "./rival.ts";

const { people, departments, rounds } = benchSize(
  { people: 2_000, departments: 15, rounds: 1 },
  { people: 100_000, departments: 150, rounds: 5 },
);
const wanted = 0.5;
const everybody = { userKeys: null, roleKeys: null };

/**
 * Measures the searches of autores and rbacenforce for everybody against four bare statements over the whole database, in turn. The
 * statements find the same differences of this world, but know neither exceptions nor requests nor who is enforced.
 */
export async function benchRoles(): Promise<string> {
  const service = await openTestService({ dialect: "sqlite" });
  try {
    await fill(service);
    return await compare(service);
  } finally {
    await service.close();
  }
}

async function fill({ databaseUrl, store }: TestService): Promise<void> {
  const database = openDatabase({ databaseUrl });
  try {
    await fillLargeWorld(database, { people, departments });
  } finally {
    await database.close();
  }
  await makeDifferences(store, people);
}

async function compare({ context, databaseUrl }: TestService): Promise<string> {
  const call = { visible: new Map(), operationId: null, startedAt: 0 };
  const caller: CallContext = { ...context, caller: engineCaller("autores", "bench"), ...call };
  const rival = createRival(databaseUrl.replace("sqlite:", ""));
  const times = { autores: [] as number[], rbacenforce: [] as number[], bare: [] as number[] };
  try {
    // The first round starts the processes that read, and fills the caches of both.
    for (let round = 0; round <= rounds; round++) {
      const [autores, members] = await timed(() => findMemberDifferences(caller, everybody));
      const [rbacenforce, access] = await timed(() => findAccessDifferences(caller, everybody));
      const [bare, found] = await timed(async () => rival.find());
      requireSame(namesOf([...members, ...access]), found);
      if (round === 0) continue;
      for (const [name, ms] of Object.entries({ autores, rbacenforce, bare }))
        times[name as keyof typeof times].push(ms);
      console.log(
        `  round ${round} of ${rounds}: autores ${Math.round(autores)} ms, rbacenforce ${Math.round(rbacenforce)} ms, ` +
          `bare ${Math.round(bare)} ms, ${found.length} differences`,
      );
    }
  } finally {
    rival.stop();
  }
  const [ours, bare] = [median(times.autores) + median(times.rbacenforce), median(times.bare)];
  const perSecond = (ms: number) => `${Math.round((people / ms) * 1000)} people/s`;
  return (
    `roles, ${people} people with ${people * grantsOfPerson} grants: ours ${perSecond(ours)} (autores ${perSecond(median(times.autores))}, ` +
    `rbacenforce ${perSecond(median(times.rbacenforce))}), bare statements ${perSecond(bare)}, ratio ${(bare / ours).toFixed(2)} (wanted ${wanted})`
  );
}

async function timed<T>(run: () => Promise<T>): Promise<readonly [number, T]> {
  const began = performance.now();
  const result = await run();
  return [performance.now() - began, result];
}

function namesOf(found: readonly PersonDifferences[]): readonly string[] {
  return found.flatMap(({ userKey, differences }) =>
    differences.map(({ kind, resolution, roleKey, thing }) =>
      thing === null
        ? `${userKey} ${resolution} ${roleKey}`
        : `${userKey} ${kind} ${thing.targetSystemKey} ${thing.groupKey ?? ""}`,
    ),
  );
}

/** @throws Error if the two have not found the same, or nothing */
function requireSame(ours: readonly string[], bare: readonly string[]): void {
  const [one, other] = [ours, bare].map((names) => JSON.stringify([...new Set(names)].toSorted()));
  const difference = firstDifference({ name: "ours", text: one ?? "" }, { name: "bare", text: other ?? "" });
  if (difference !== undefined) throw new Error(`the two have not found the same differences: ${difference}`);
  if (bare.length === 0) throw new Error("there are no differences to be found");
}
