import type { KitTarget } from "#connectors/contract/index.ts";

import { readingHabits } from "./scim-habits-reading.ts";
import { type HabitServer, type ScimHabit, serveHabits } from "./scim-habits-service.ts";
import { writingHabits } from "./scim-habits-writing.ts";

/** Ways in which services differ from the standard, or use a choice that it leaves open, by name; each has its source. */
export const scimHabits = { ...readingHabits, ...writingHabits } as const satisfies Readonly<Record<string, ScimHabit>>;

/** Name of a habit. */
export type ScimHabitName = keyof typeof scimHabits;

/** Starts all services with habits on one port of 127.0.0.1; `urlOf(name)` is the address of one. They accept any credential. */
export function startScimHabits(): Promise<HabitServer> {
  return serveHabits(scimHabits);
}

/** Starts a service with a habit as a target of the kit. */
export async function startScimHabit(habit: ScimHabitName): Promise<KitTarget> {
  const { urlOf, stop } = await serveHabits({ [habit]: scimHabits[habit] });
  return {
    address: { url: urlOf(habit) },
    credentials: [{ role: "admin", login: "gatehouse", secret: "token" }],
    samples: { authenticates: false, moreThanSchema: true, attribute: "phoneNumbers" },
    stop,
  };
}
