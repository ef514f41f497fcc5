import { ManualClock } from "#platform/clock.ts";

import { openTestApi, type TestAnswer, type TestApi } from "./api.ts";
import type { OrganisationSketch } from "./organisation.ts";
import { furnishRoom, type RequestRoom, roomSettings } from "./request-room.ts";

// A token lives five minutes of the room's clock.
const tokenKeptMs = 4 * 60_000;

/** The room for requests behind the REST API; its users have passwords. */
export interface RequestApi extends TestApi, RequestRoom {
  /** Calls as a user, with a token that is valid at this moment of the clock. */
  call(method: string, path: string, as: string, body?: object, headers?: Record<string, string>): Promise<TestAnswer>;
  /** Hands out the first operations of an accepted request, answers each alike, and continues the request. */
  carryOut(accepted: TestAnswer, outcome: Parameters<RequestRoom["answer"]>[1]): Promise<void>;
}

/** Opens the room with its API. */
export async function openRequestApi(sketch: Partial<OrganisationSketch>): Promise<RequestApi> {
  const clock = new ManualClock();
  const room = await furnishRoom(await openTestApi({ clock, settings: roomSettings }), clock, sketch);
  const tokens = new Map<string, { readonly token: string; readonly at: number }>();
  async function tokenOf(id: string): Promise<string> {
    const known = tokens.get(id);
    if (known && clock.now() < known.at + tokenKeptMs) return known.token;
    const { json } = await room.signIn(id);
    tokens.set(id, { token: String(json.access_token), at: clock.now() });
    return String(json.access_token);
  }
  for (const id of sketch.people ?? []) await room.letIn({ key: room.keyOf(id), id });
  return {
    ...room,
    async call(method, path, as, body, headers = {}) {
      const authorization = `Bearer ${await tokenOf(as)}`;
      return room.send(method, path.replaceAll(" ", "%20"), {
        headers: { authorization, ...headers },
        ...(body && { body }),
      });
    },
    async carryOut({ json }, outcome) {
      const request = { key: String(json.requestKey) };
      const step = await room.step(request);
      if (step.do !== "perform") throw new Error(`nothing to perform: ${step.do}`);
      const operationKeys = step.chunks.flatMap((chunk) => [...chunk.operationKeys]);
      for (const key of operationKeys) await room.answer(key, outcome);
      await room.step(request, { ended: [{ operationKeys, failure: null }] });
    },
  };
}
