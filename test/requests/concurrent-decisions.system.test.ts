// @databases sqlite mariadb
import { afterAll, beforeAll, expect, it } from "vitest";

import { createRandom } from "#domain/random.fixture.ts";
import { phaseOutcome } from "#domain/requests/phase-outcome.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";
import { mintAccessToken } from "#operations/identity/engine/access-token.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";

import { openTestApi, type TestAnswer, type TestApi } from "../support/api.ts";
import { furnishRoom, type RequestRoom } from "../support/request-room.ts";
import { testSize } from "../support/test-size.ts";

const people = Array.from({ length: 200 }, (_none, place) => `p${place}`);
const rule = "all(maxDenials(29, class('_PANEL_')), any(50%, class('_PANEL_')))";
const rounds = testSize(1, 12);
const random = createRandom(6);
let room: TestApi & RequestRoom;
const tokens = new Map<string, string>();

beforeAll(async () => {
  const targets = { T1: [{ authorizers: [], rule }, { authorizers: ["dan"] }] };
  const classes = { _PANEL_: people, _EXPLICIT_REST_API_USERS_: people };
  const sketch = { people: ["ada", "dan", ...people], classes, targets };
  const clock = new ManualClock();
  room = await furnishRoom(await openTestApi({ clock, settings: { authorizersMax: people.length } }), clock, sketch);
  // Tokens made directly: hashing 200 passwords takes seconds.
  for (const { key: sub, id, tokenVersion: ver } of await room.store.select("users")) {
    const session = { gid: room.context.ids.guid(), client_id: "gatehouse", scope: "api" };
    const token = await mintAccessToken(room.context, { sub, ver, ...session });
    tokens.set(id, token.use(String));
  }
});
afterAll(() => room.close());

/** Returns the end of a user's call with their own token: done, or the code of its refusal. */
async function ended(id: string, request: { readonly key: string }, action: string, body: object): Promise<string> {
  const headers = { authorization: `Bearer ${tokens.get(id)}` };
  const { status, json }: TestAnswer = await room.send("POST", `/v2/requests(${request.key})/${action}`, {
    headers,
    body,
  });
  return status === 200 ? "done" : String(json?.error?.code ?? status);
}

const usual = [
  ...Array<Decision>(14).fill(Decision.Approve),
  ...Array<Decision>(4).fill(Decision.Deny),
  Decision.Abstain,
];

it(
  "200 decisions side by side, each by its person over REST, are each recorded once or refused once, and the phase is what follows from their order",
  async () => {
    for (let round = 0; round < rounds; round++) {
      const request = await room.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
      const decide = (id: string, decision: Decision) => ended(id, request, "decide", { phase: 1, decision });
      const takeBack = (id: string) => ended(id, request, "unapprove", { phase: 1 });
      const said = people.map((id) => ({ id, decision: random.pick(usual) }));
      // Some send their decision twice, and some withdraw it meanwhile.
      const twice = said.filter(() => random.below(10) === 0);
      const back = said.filter(() => random.below(10) === 0);
      const [decided, undone] = await Promise.all([
        Promise.all([...said, ...twice].map(async ({ id, decision }) => ({ id, end: await decide(id, decision) }))),
        Promise.all(back.map(({ id }) => takeBack(id))),
      ]);

      const where = { requestKey: request.key };
      const rows = await room.store.select("decisions", { where });
      expect(rows).toHaveLength(decided.filter(({ end }) => end === "done").length);
      expect(rows.filter(({ voidedAt }) => voidedAt !== null)).toHaveLength(
        undone.filter((end) => end === "done").length,
      );
      const counting = rows.filter(({ voidedAt }) => voidedAt === null).map(({ userKey }) => userKey);
      expect(new Set(counting).size).toBe(counting.length);
      for (const { id, end } of decided)
        expect(["done", "ALREADY_DECIDED", "PHASE_CLOSED", "REQUEST_FINAL"], id).toContain(end);
      for (const end of undone) expect(["done", "NOT_DECIDED", "PHASE_CLOSED", "REQUEST_FINAL"]).toContain(end);

      // Every recorded step but the last leaves the phase open, and the last one gives its final state.
      const [phase] = await room.store.select("requestPhases", { where: { ...where, sequence: 1 } });
      const outcomes = await outcomesInOrder(phase as Row<"requestPhases">);
      expect(outcomes.slice(0, -1).filter((outcome) => outcome !== "open")).toEqual([]);
      expect(outcomes.at(-1)).toBe(phase?.state);
      expect(phase?.state).not.toBe("open");
      const verdict = await invoke(replayRequest, room.context, engineCaller("cli", "check"), { key: request.key });
      expect(verdict.findings).toEqual([]);
    }
  },
  testSize(60_000, 600_000),
);

/** Returns the outcome of a phase after each recorded decision and each withdrawn one, by the function of the rules alone. */
async function outcomesInOrder({ requestKey, ...phase }: Row<"requestPhases">): Promise<string[]> {
  const events = await room.store.select("requestEvents", { where: { requestKey }, orderBy: [["sequence", "asc"]] });
  const authorizers = await room.store.select("requestAuthorizers", { where: { requestPhaseKey: phase.key } });
  const standing = new Map<string, { readonly userKey: string; readonly decision: Decision }>();
  return events.flatMap(({ kind, content }) => {
    const facts = JSON.parse(content) as { decision: string; user: string; answer: Decision };
    if (kind === "decided") standing.set(facts.decision, { userKey: facts.user, decision: facts.answer });
    else if (kind === "unapproved") standing.delete(facts.decision);
    else return [];
    return [phaseOutcome({ ...phase, authorizers, decisions: [...standing.values()] }).outcome];
  });
}
