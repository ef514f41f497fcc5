import type { DiscoveredItem } from "#domain/discovery/discovery.ts";
import type { Outcome } from "#domain/requests/order.ts";

import type { PlantedFault } from "./habit-room.ts";
import type { Habit, World } from "./world.ts";

/** A fault that the product could have, and habits of a target with which it shows. */
export interface FoundFault {
  readonly what: string;
  /** Pattern of the message that reports the fault. */
  readonly finds: RegExp;
  readonly fault: PlantedFault;
  readonly with: readonly Habit[];
}

const ofObject = (item: DiscoveredItem, change: object): DiscoveredItem =>
  item.kind === "object" ? { ...item, ...change } : item;

const otherId = (world: World, id: string) => [...world.everMade.keys()].find((one) => one !== id) ?? id;

function withObject(outcome: Outcome, change: (object: NonNullable<Outcome["object"]>) => object): Outcome {
  return outcome.object === undefined
    ? outcome
    : { ...outcome, object: { ...outcome.object, ...change(outcome.object) } };
}

/** Faults each of which must be found within some hundred worlds. */
export const plantedFaults: readonly FoundFault[] = [
  {
    what: "names of what a target answers are not compared",
    finds: /ACUA succeeded and is not so|belongs to somebody/,
    fault: { sameName: () => true },
    with: ["answersAnother", "losesAnswers", "keepsNoMark"],
  },
  {
    what: "the record holds what was asked",
    finds: /ACUA succeeded and is not so|the record has/,
    fault: { outcome: ({ object: _object, ...rest }) => rest },
    with: ["normalises"],
  },
  {
    what: "an account is told with the id of another one",
    finds: /ACUA succeeded and is not so|never was|calls/,
    fault: { outcome: (outcome, world) => withObject(outcome, ({ id }) => ({ id: otherId(world, id) })) },
    with: [],
  },
  {
    what: "a rename is told by the old name",
    finds: /UPDA succeeded and is not so/,
    fault: {
      outcome: (outcome, world) =>
        withObject(outcome, ({ id }) => ({ name: [...(world.everMade.get(id)?.names ?? [])][0] ?? "" })),
    },
    with: [],
  },
  {
    what: "failures are told as successes",
    finds: /succeeded and is not so|succeeded/,
    fault: { outcome: succeeded },
    with: ["losesAnswers"],
  },
  {
    what: "reports are lost, and the order is carried out again and again",
    finds: /does not end/,
    fault: { losesReports: true },
    with: [],
  },
  {
    what: "nobody looks before a removal is confirmed",
    finds: /went without a question/,
    fault: { confirmsAll: true },
    with: ["listsNothing"],
  },
  {
    what: "a listing loses objects",
    finds: /the record says|went without/,
    fault: { line: (item) => (item.kind === "object" && item.id.endsWith("-2") ? undefined : item) },
    with: [],
  },
  {
    what: "a listing mixes names up",
    finds: /the record calls .* mixed/,
    fault: {
      line: (item) => (item.kind === "object" && item.id.endsWith("-1") ? ofObject(item, { name: "mixed" }) : item),
    },
    with: [],
  },
  {
    what: "accounts whose state is not told are taken for enabled",
    finds: /shown as enabled and is not/,
    fault: { line: (item) => ofObject(item, { enabled: true }) },
    with: ["tellsNoState"],
  },
  {
    what: "a member that is not shown is not removed",
    finds: /GRUD succeeded and is not so/,
    fault: { operations: { removeMember: async () => undefined } },
    with: ["hidesMembers"],
  },
  {
    what: "members that are hidden are told as none",
    finds: /the record says|went without/,
    fault: {
      operations: {
        async *members() {
          yield { items: [] };
        },
      },
    },
    with: ["hidesMembers"],
  },
];

function succeeded(outcome: Outcome): Outcome {
  const { code: _code, message: _message, targetCode: _targetCode, retryAfterMs: _pause, ...rest } = outcome;
  return { ...rest, result: "S" };
}
