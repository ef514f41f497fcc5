import type { Call } from "#connectors/contract/index.ts";

import type { SqlClient } from "./client.ts";
import type { SqlSession } from "./session.ts";

type Operation = (session: SqlSession, request: never, call: Call) => Promise<unknown>;

/** Makes operations pass on the server's notices of their run, even if they fail. */
export function tellNotices<Part extends Readonly<Record<string, Operation>>>(operations: Part): Part {
  const told = Object.entries(operations).map(([name, operation]): [string, Operation] => [
    name,
    async (session, request, call) => {
      // Notices of an earlier call do not concern this one.
      session.client.notices.length = 0;
      try {
        return await operation(session, request, call);
      } finally {
        passOn(session.client, call.notice);
      }
    },
  ]);
  return Object.fromEntries(told) as Part;
}

/** Passes on the notices of a connection, once. */
export function passOn({ notices }: SqlClient, notice: (words: string) => void): void {
  for (const { words } of notices.splice(0)) notice(words);
}
