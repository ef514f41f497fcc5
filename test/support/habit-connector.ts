import type { Connector, Member, MembersPage, TargetObject } from "#connectors/contract/index.ts";
import { defineConnector } from "#connectors/contract/index.ts";

import faultConnector from "./fault-connector.ts";

type FaultSession = Awaited<ReturnType<typeof faultConnector.definition.open>>;

/** What a target does otherwise than others; changed in the midst of a test. */
export interface Habits {
  /** The types of objects that it names; absent = it names none and is asked for all. */
  types?: readonly string[];
  /** It shows no member of any group, and takes them all the same. */
  showsNobody: boolean;
  /** It says that it does not show all members, and shows the first ones. */
  showsFirst?: number;
  /** Changes an object on its way, or shows others in its place. */
  shows: (object: TargetObject) => readonly TargetObject[];
  /** The members that come with a group in the place of those that are asked for. */
  membersOf?: (group: TargetObject) => readonly Member[];
  /** How often members were asked for. */
  membersAsked: number;
  /** How often a session was opened. */
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
