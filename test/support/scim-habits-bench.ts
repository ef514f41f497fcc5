import { Bench, type Calls } from "#connectors/contract/kit/bench.ts";
import scim from "#connectors/scim/scim.ts";

import type { HabitServer, HabitWorld } from "./scim-habits-service.ts";
import type { ScimHabitName } from "./scim-habits.ts";

/** A session on a service with a habit. */
export interface HabitSession {
  readonly bench: Bench;
  readonly calls: Calls;
  readonly world: HabitWorld;
  /** Returns the methods and paths of the calls since the session was opened, without those for catalogs. */
  asked(method?: string): string[];
}

/** Runs a function with a session of the connector on a service with a habit. */
export async function atHabit(
  server: HabitServer,
  habit: ScimHabitName,
  run: (session: HabitSession) => Promise<void>,
  options: object = {},
): Promise<void> {
  const bench = new Bench(scim, {
    address: { url: server.urlOf(habit), ...options },
    credentials: [{ role: "admin", login: "gatehouse", secret: "token" }],
    stop: () => {},
  });
  const world = server.worldOf(habit);
  try {
    const { calls } = await bench.begin();
    const from = world.log.length;
    const asked = (method?: string): string[] =>
      world.log
        .slice(from)
        .filter((call) => (method === undefined || call.method === method) && /^\/(Users|Groups)/.test(call.path))
        .map((call) => `${call.method} ${call.path}`);
    await run({ bench, calls, world, asked });
  } finally {
    await bench.clear();
  }
}
