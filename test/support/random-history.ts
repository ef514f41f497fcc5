import type { Random } from "#domain/random.fixture.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";
import { isFinal } from "#domain/requests/request-status.ts";
import { invoke } from "#operations/invoke.ts";
import { cancel } from "#operations/requests/cancel.ts";

import type { RequestRoom } from "./request-room.ts";

/** Target systems whose phases together have what phases can have. */
export const historyTargets = {
  T0: [],
  T1: [{ authorizers: ["bob"] }],
  T2: [
    { authorizers: ["bob", "cy", "_TEAM_"], minApprovals: 2, maxDenials: 2, veto: ["cy"] },
    { authorizers: ["dan"] },
  ],
  T3: [
    { authorizers: ["bob", "cy"], minApprovals: 0 },
    { authorizers: ["cy", "dan"], inputRequired: ["dan"] },
  ],
  T4: [
    { authorizers: [], rule: "all(any(50%, class('_TEAM_'), class('_ALL_')), veto(class('_TEAM_')), not(requester))" },
    {
      authorizers: [],
      rule: "all(any(1, class('_ALL_')), when('resource.origin == \"api\" && \"T1\" in resource.targetSystemKeys', all(maxDenials(2, class('_TEAM_')), any(1, class('_TEAM_')))))",
    },
  ],
} as const;

/** The members of the class that they name. */
export const historyClasses = { _TEAM_: ["cy", "dan"], _ALL_: ["ada", "bob", "cy"] } as const;

const day = 24 * 3_600_000;
const stepsMax = 40;

/** Lives one request from its submission to its end, by chance: decisions, failures, a cancellation, an expiry. */
export async function liveHistory(room: RequestRoom, random: Random): Promise<{ readonly key: string }> {
  const targets = random.shuffle(Object.keys(historyTargets)).slice(0, 1 + random.below(2));
  const startAt = random.below(4) === 0 ? room.clock.now() + day : null;
  const reason = random.pick([null, "new colleague", "Zoë ⚑ “quoted”\u0007"]);
  const operations = targets.map((targetSystemKey, index) => ({
    code: "ACUA",
    targetSystemKey,
    attributes: { shortId: `account${index}`, mail: "a@b.c" },
  }));
  const request = await room.submit(operations, { startAt, ...(reason === null ? {} : { reason }) });
  for (let steps = 0; !isFinal((await room.row(request)).status); steps++) {
    if (steps === stepsMax) room.clock.advance(31 * day);
    await goOn(room, request, random);
  }
  return request;
}

async function goOn(room: RequestRoom, request: { readonly key: string }, random: Random): Promise<void> {
  const chance = random.below(30);
  const { status } = await room.row(request);
  if (chance === 0 && status !== "X") {
    await invoke(cancel, room.context, room.as("ada"), { key: request.key });
    return;
  }
  if (chance === 1) room.clock.advance(31 * day);
  if (status === "W" && chance > 3 && (await decideSomehow(room, request, random))) return;
  const step = await room.step(request);
  if (step.do === "wait" && status === "S") room.clock.advance(day);
  if (step.do !== "perform") return;
  for (const key of step.chunks.flatMap(({ operationKeys }) => operationKeys)) await answerSomehow(room, key, random);
}

async function decideSomehow(room: RequestRoom, { key }: { readonly key: string }, random: Random): Promise<boolean> {
  const [phase] = await room.store.select("requestPhases", { where: { requestKey: key, state: PhaseState.Open } });
  if (phase === undefined || room.clock.now() >= (await room.row({ key })).expiresAt) return false;
  const where = { requestPhaseKey: phase.key };
  const decided = new Set((await room.store.select("decisions", { where })).map(({ userKey }) => userKey));
  const asked = (await room.store.select("requestAuthorizers", { where })).filter(
    ({ userKey }) => !decided.has(userKey),
  );
  const person = ["ada", "bob", "cy", "dan"].find((id) => asked.some(({ userKey }) => userKey === room.keyOf(id)));
  if (person === undefined) return false;
  const decision = random.pick([Decision.Approve, Decision.Approve, Decision.Approve, Decision.Deny, Decision.Abstain]);
  const comment = random.pick([{}, { comment: "as agreed" }]);
  await room.decide(person, { key }, { phase: phase.sequence, decision, ...comment });
  return true;
}

async function answerSomehow(room: RequestRoom, key: string, random: Random): Promise<void> {
  const name = `account-${key}`;
  await (random.below(4) === 0
    ? room.answer(key, {
        result: OperationResult.Failed,
        code: random.pick(["config", "policy", "internal"]),
        message: "refused",
      })
    : room.answer(key, { result: OperationResult.Success, object: { id: name, name, attributes: {} } }));
}
