import { z } from "zod";

import { defineOperation } from "../define-operation.ts";
import { keyInput } from "../requests/engine/operation-input.ts";

/** Notes that a session was used now, for the processes that have not seen it; of one that is gone nothing is noted. */
export const noteSessionUse = defineOperation({
  name: "sessions.noteUse",
  input: z.strictObject({ key: keyInput }),
  callers: ["engine"],
  audit: { operation: "SSUS", when: "never" },
  async run({ store, clock }, { key }): Promise<{ readonly noted: boolean }> {
    const session = await store.lock("keyedSessions", key);
    const noted = session !== undefined && session.revokedAt === null && session.lastUsedAt < clock.now();
    if (noted) await store.save("keyedSessions", { key, lastUsedAt: clock.now() });
    return { noted };
  },
});
