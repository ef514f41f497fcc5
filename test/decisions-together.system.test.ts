// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import { createRandom } from "#domain/random.fixture.ts";
import { phaseOutcome } from "#domain/requests/phase-outcome.ts";
import { engineCaller } from "#operations/callers.ts";
import { invoke } from "#operations/invoke.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";

import { openRequestRoom, type RequestRoom } from "./support/request-room.ts";

const people = Array.from({ length: 200 }, (_, index) => `user${index}`);
const rule = "all(maxDenials(60, class('CROWD')), veto(class('FEW')), any(40%, class('CROWD')))";
const random = createRandom(6);
let room: RequestRoom;
beforeAll(async () => {
  room = await openRequestRoom(
    {
      people: ["ada", ...people],
      classes: { CROWD: people, FEW: people.slice(0, 3) },
      targets: { T1: [{ authorizers: [], rule }] },
    },
    { authorizersMax: people.length },
  );
});
afterAll(() => room.close());

test(
  "200 people who decide at once, some of them twice: each decision is recorded once or refused once, and the outcome is that of the record",
  { timeout: 120_000 },
  async () => {
    const request = await room.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
    expect(request.status).toBe("W");
    const deciders = random.shuffle([...people, ...people.slice(0, 20)]);
    const answers = await Promise.allSettled(
      deciders.map((id) => {
        const decision = random.pick(["approve", "approve", "deny", "abstain"] as const);
        return room.decide(id, request, { phase: 1, decision: id === "user0" ? "abstain" : decision });
      }),
    );
    const refused = answers.flatMap((one) =>
      one.status === "rejected" ? [(one.reason as { code: string }).code] : [],
    );
    expect(refused.filter((code) => !["ALREADY_DECIDED", "PHASE_CLOSED"].includes(code))).toEqual([]);
    const where = { requestKey: request.key };
    const decisions = await room.store.select("decisions", { where });
    expect(decisions.length + refused.length).toBe(deciders.length);
    expect(new Set(decisions.map(({ userKey }) => userKey)).size).toBe(decisions.length);
    const [phase] = await room.store.select("requestPhases", { where });
    const authorizers = await room.store.select("requestAuthorizers", { where });
    if (phase === undefined) throw new Error("there is no phase");
    expect(phase.state).toBe(phaseOutcome({ ...phase, authorizers, decisions }).outcome);
    expect(phase.state).not.toBe("pending");
    // By the ledger no decision came after the one that closed the phase.
    const { findings } = await invoke(replayRequest, room.context, engineCaller("cli", "check"), {
      key: request.key,
    });
    expect(findings).toEqual([]);
  },
);
