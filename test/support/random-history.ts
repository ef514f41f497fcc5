import { handleMoments } from "#activities/hub/moments.ts";
import type { Random } from "#domain/random.fixture.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";
import { isAbout } from "#domain/requests/phase-verdict.ts";
import { isFinal, type RequestStatus } from "#domain/requests/request-status.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { answer } from "#operations/requests/answer.ts";
import { ask } from "#operations/requests/ask.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { comment } from "#operations/requests/comment.ts";
import { edit } from "#operations/requests/edit.ts";
import { override } from "#operations/requests/override.ts";
import { resolveHold } from "#operations/requests/resolve-hold.ts";
import { resubmit } from "#operations/requests/resubmit.ts";
import { sendBack } from "#operations/requests/send-back.ts";
import { unapprove } from "#operations/requests/unapprove.ts";
import type { Row } from "#store/tables.ts";

import { type AskedSomebody, delegateSomehow, passOn } from "./random-stand-ins.ts";
import type { RequestRoom } from "./request-room.ts";
import { seenNow } from "./seen-request.ts";
import { callerOf } from "./service.ts";

/** Target systems whose phases together have every property of phases. */
export const historyTargets = {
  T0: [],
  T1: [{ authorizers: ["bob"] }],
  T2: [
    { authorizers: ["bob", "cy", "_TEAM_"], minApprovals: 2, maxDenials: 2, veto: ["cy"], reasonRequired: "denial" },
    { authorizers: ["dan"], mayEdit: true },
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
  T5: [{ authorizers: ["bob"] }, { authorizers: [], rule: "any(2, class('_CROWD_'))" }],
  T6: [{ authorizers: ["cy"] }, { authorizers: [], rule: "any(1, class('_NOBODY_'))" }],
  T7: [{ authorizers: [], rule: "any(3, class('_TEAM_'))" }],
} as const;

/** Members of the user classes in the phases; the last class has more than the setting allows to ask. */
export const historyClasses = {
  _TEAM_: ["cy", "dan"],
  _ALL_: ["ada", "bob", "cy"],
  _CROWD_: ["ada", "bob", "cy", "dan"],
  _NOBODY_: [],
} as const;

/** Settings of the service for these histories. */
export const historySettings = {
  authorizersMax: 3,
  authorizationPhasePropagation: true,
  requestersApprove: true,
  escalationMode: "replace",
} as const;

const day = 24 * 3_600_000;
const stepsMax = 40;

/** Options of a history. */
export interface Life {
  /** Inspects the request after its submission and after each event. */
  readonly look?: (request: { readonly key: string }) => Promise<void>;
  /** True if an engine runs the request (default); without one, only hubs handle what is due, and nothing is performed. */
  readonly engine?: boolean;
}

/**
 * Runs one request from its submission to its end, with random events: decisions made, withdrawn, delegated and escalated, overrides,
 * comments, edits, failures, a cancellation, an expiry.
 */
export async function liveHistory(
  room: RequestRoom,
  random: Random,
  { look = async () => undefined, engine = true }: Life = {},
): Promise<{ readonly key: string }> {
  const targets = random.shuffle(Object.keys(historyTargets)).slice(0, 1 + random.below(2));
  const startAt = random.below(4) === 0 ? room.clock.now() + day : null;
  const reason = random.pick([null, "new colleague", "Zoë ⚑ “quoted”\u0007"]);
  const operations = targets.map((targetSystemKey, index) => ({
    code: "ACUA",
    targetSystemKey,
    attributes: { shortId: `account${index}`, mail: "a@b.c" },
  }));
  const request = await room.submit(operations, { startAt, ...(reason === null ? {} : { reason }) });
  await look(request);
  for (let steps = 0; !hasNoMore((await room.row(request)).status, engine); steps++) {
    if (steps === stepsMax) room.clock.advance(31 * day);
    await advance(room, request, { random, engine });
    await look(request);
  }
  return request;
}

/** Returns true if nothing more can happen; without an engine that is the case after the approvals. */
const hasNoMore = (status: RequestStatus, engine: boolean) => isFinal(status) || (!engine && "PSX".includes(status));

interface Chance {
  readonly random: Random;
  readonly engine: boolean;
}

async function advance(
  room: RequestRoom,
  request: { readonly key: string },
  { random, engine }: Chance,
): Promise<void> {
  const chance = random.below(30);
  const { status } = await room.row(request);
  if (chance === 0 && status !== "X") {
    await invoke(cancel, room.context, room.as("ada"), { key: request.key });
    return;
  }
  if (chance === 1) room.clock.advance(31 * day);
  if (status === "H") return resolveSomehow(room, request, random);
  if (chance > 3 && (await actSomehow(room, request, random))) return;
  if (!engine) return handleDue(room, random);
  const step = await room.step(request);
  if (step.do === "wait" && status === "S") room.clock.advance(day);
  if (step.do !== "perform") return;
  for (const key of step.chunks.flatMap(({ operationKeys }) => operationKeys)) await answerSomehow(room, key, random);
}

/** Handles what is due as a hub does, up to a day later. */
async function handleDue({ context, clock }: RequestRoom, random: Random): Promise<void> {
  clock.advance(random.below(2) * day);
  for (const kind of ["request", "authorizers", "delegation"] as const)
    await handleMoments({ context, signal: new AbortController().signal }, kind);
}

const root = callerOf({ key: "a6f0c0de-0000-4000-8000-000000000001", id: "root", superuser: true });
const authorizers = ["ada", "bob", "cy", "dan"] as const;

async function resolveSomehow(room: RequestRoom, { key }: { readonly key: string }, random: Random): Promise<void> {
  const assigned = { decision: "assign", userKeys: [room.keyOf("dan")] } as const;
  const chosen = random.pick([assigned, { decision: "release" } as const, { decision: "deny" } as const]);
  await invoke(resolveHold, room.context, root, { key, reason: "as agreed", ...chosen });
}

/** The open phase of a request, with its authorizers and valid decisions. */
interface OpenPhase {
  readonly room: RequestRoom;
  readonly key: string;
  readonly phase: number;
  readonly asked: readonly Row<"requestAuthorizers">[];
  readonly decisions: readonly Row<"decisions">[];
}

type Act = (open: OpenPhase, random: Random) => Promise<boolean>;

/** Actions of people in a phase, the common ones more often; one that is impossible now does nothing. */
const acts: readonly Act[] = [
  ...Array<Act>(5).fill(decideSomehow),
  takeBack,
  decideInPlace,
  talk,
  back,
  change,
  byAnother(delegateSomehow),
  byAnother(passOn),
];

async function actSomehow(room: RequestRoom, { key }: { readonly key: string }, random: Random): Promise<boolean> {
  const { sentBackAt, status, expiresAt } = await room.row({ key });
  if (sentBackAt !== null) return answerSentBack(room, { key }, random);
  const [phase] = await room.store.select("requestPhases", { where: { requestKey: key, state: PhaseState.Open } });
  if (status !== "W" || phase === undefined || room.clock.now() >= expiresAt) return false;
  const where = { requestPhaseKey: phase.key };
  const asked = await room.store.select("requestAuthorizers", { where });
  const decisions = (await room.store.select("decisions", { where })).filter(({ voidedAt }) => voidedAt === null);
  const open = { room, key, phase: phase.sequence, asked, decisions };
  return (await random.pick(acts)(open, random)) || decideSomehow(open, random);
}

const personWho = ({ room }: OpenPhase, rows: readonly { readonly userKey: string }[]) =>
  authorizers.find((id) => rows.some(({ userKey }) => userKey === room.keyOf(id)));

async function decideSomehow(open: OpenPhase, random: Random): Promise<boolean> {
  const { room, key, phase, asked, decisions } = open;
  const operations = (await room.operations({ key })).filter(({ result }) => result === null);
  // A person who has decided about one operation alone may decide about the others.
  const isDone = (userKey: string) =>
    operations.every((one) => decisions.some((said) => said.userKey === userKey && isAbout(said, one.key)));
  const person = personWho(
    open,
    asked.filter(({ userKey }) => !isDone(userKey)),
  );
  if (person === undefined) return false;
  const single = operations.find(
    (one) => !decisions.some((said) => said.userKey === room.keyOf(person) && isAbout(said, one.key)),
  );
  const about = random.below(3) === 0 && single !== undefined ? { operations: [single.sequence] } : {};
  const decision = random.pick([Decision.Approve, Decision.Approve, Decision.Approve, Decision.Deny, Decision.Abstain]);
  const why = decision === Decision.Deny ? { comment: "not yet" } : random.pick([{}, { comment: "as agreed" }]);
  await room.decide(person, { key }, { phase, decision, ...why, ...about });
  return true;
}

async function takeBack(open: OpenPhase): Promise<boolean> {
  const { room, key, phase, decisions } = open;
  const person = personWho(open, decisions);
  if (person === undefined) return false;
  await invoke(unapprove, room.context, room.as(person), { key, phase });
  return true;
}

async function decideInPlace({ room, key, phase }: OpenPhase, random: Random): Promise<boolean> {
  if (random.below(3) > 0) return false;
  const decision = random.pick([Decision.Approve, Decision.Deny]);
  const expect = await seenNow(room.context, key);
  await invoke(override, room.context, root, { key, phase, decision, comment: "they are away", expect });
  return true;
}

async function talk(open: OpenPhase, random: Random): Promise<boolean> {
  const { room, key, asked } = open;
  const person = personWho(open, asked);
  if (person === undefined) return false;
  await invoke(comment, room.context, room.as(random.pick(["ada", person])), { key, text: "Zoë ⚑ says so" });
  const question = await invoke(ask, room.context, room.as(person), { key, text: "what for?" });
  if (random.below(2) === 0)
    await invoke(answer, room.context, room.as("ada"), { key, question: question.key, text: "for work" });
  return true;
}

async function back(open: OpenPhase): Promise<boolean> {
  const { room, key, phase, asked } = open;
  const person = personWho(open, asked);
  if (person === undefined) return false;
  await invoke(sendBack, room.context, room.as(person), { key, phase, comment: "which mail?" });
  return true;
}

/** Edits an operation if the phase allows it. */
async function change(open: OpenPhase, random: Random): Promise<boolean> {
  const { room, key, asked } = open;
  const person = personWho(open, asked);
  const [phase] = await room.store.select("requestPhases", { where: { requestKey: key, state: PhaseState.Open } });
  if (person === undefined || phase?.mayEdit !== true) return false;
  await invoke(edit, room.context, room.as(person), { key, operations: await newMail(room, key, random) });
  return true;
}

/** Returns another mail for the first operation that was not denied by itself. */
async function newMail(room: RequestRoom, key: string, random: Random) {
  const alive = (await room.operations({ key })).filter(({ result }) => result === null);
  return alive.slice(0, 1).map(({ sequence, attributes }) => {
    return { sequence, attributes: { ...attributes, mail: random.pick(["a@b.c", "b@b.c", "c@b.c"]) } };
  });
}

/** Returns an act of the first person who may decide. */
function byAnother(act: (asked: AskedSomebody, random: Random) => Promise<boolean>): Act {
  return async (open, random) => {
    const person = personWho(open, open.asked);
    return person !== undefined && act({ ...open, person }, random);
  };
}

async function answerSentBack(room: RequestRoom, { key }: { readonly key: string }, random: Random): Promise<boolean> {
  const isOver = room.clock.now() >= (await room.row({ key })).expiresAt;
  if (!isOver && random.below(3) > 0)
    await invoke(edit, room.context, room.as("ada"), { key, operations: await newMail(room, key, random) });
  await invoke(resubmit, room.context, room.as("ada"), { key, comment: "as you wished" });
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
