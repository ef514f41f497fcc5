import type { Connector, Member, MembersPage, TargetObject } from "#connectors/contract/index.ts";
import { defineConnector } from "#connectors/contract/index.ts";

import faultConnector from "./fault-connector.ts";

type FaultSession = Awaited<ReturnType<typeof faultConnector.definition.open>>;

/** Behavior of a target that differs from others; a test may change it on the way. */
export interface Habits {
  /** Types of objects that its schema names; absent = account and group. */
  types?: readonly string[];
  /** True if it shows no member of any group, but accepts them. */
  showsNobody: boolean;
  /** Number of members that it shows, saying that these are not all; absent = all. */
  showsFirst?: number;
  /** Changes an object that is listed, or returns others in its place. */
  shows: (object: TargetObject) => readonly TargetObject[];
  /** Returns the members that are shown with a group, in place of the requested ones. */
  membersOf?: (group: TargetObject) => readonly Member[];
  /** Number of calls for members. */
  membersAsked: number;
  /** Number of opened sessions. */
  opened: number;
}

/** Makes the fault connector of a target with habits. */
export function habitConnector(): { readonly connector: Connector; readonly habits: Habits } {
  const habits: Habits = { showsNobody: false, shows: (object) => [object], membersAsked: 0, opened: 0 };
  const { definition } = faultConnector;
  const { list, members } = definition.operations as Required<Pick<typeof definition.operations, "list" | "members">>;
  const connector = defineConnector({
    ...definition,
    async open(context): Promise<FaultSession> {
      habits.opened += 1;
      return definition.open(context);
    },
    operations: {
      ...definition.operations,
      async schema() {
        return (habits.types ?? ["account", "group"]).map((type) => ({ type, attributes: [] }));
      },
      async *list(session, request, call) {
        for await (const page of list(session, request, call)) {
          const items = page.items.flatMap((object) => habits.shows(object)).map((object) => withMembers(object));
          yield { ...page, items };
        }
      },
      async *members(session, request, call): AsyncGenerator<MembersPage> {
        habits.membersAsked += 1;
        if (habits.showsNobody) return yield { items: [] };
        for await (const page of members(session, request, call)) {
          if (habits.showsFirst === undefined) yield page;
          else yield { ...page, items: page.items.slice(0, habits.showsFirst), hidden: true };
        }
      },
    },
  });
  const withMembers = (object: TargetObject): TargetObject =>
    object.type === "group" && habits.membersOf ? { ...object, members: habits.membersOf(object) } : object;
  return { connector, habits };
}
