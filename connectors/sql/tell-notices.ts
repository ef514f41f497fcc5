import type { Call } from "#connectors/contract/index.ts";

import type { SqlClient } from "./client.ts";
import type { SqlSession } from "./session.ts";

type Operation = (session: SqlSession, request: never, call: Call) => Promise<unknown>;

/** Makes operations tell what the server has said beside its answers while they ran, also where they fail. */
export function tellNotices<Part extends Readonly<Record<string, Operation>>>(operations: Part): Part {
  const told = Object.entries(operations).map(([name, operation]): [string, Operation] => [
    name,
    async (session, request, call) => {
      // What an earlier call has left behind is not about this one.
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

/** Tells what a connection has heard, once. */
export function passOn({ notices }: SqlClient, notice: (words: string) => void): void {
  for (const { words } of notices.splice(0)) notice(words);
}
