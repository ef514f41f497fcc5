import { z } from "zod";

import type { CommandOutput } from "#connectors/contract/index.ts";
import { commandRunMs, commandWay } from "#domain/checkout-limits.ts";
import { commandRunWorkflow, mayHaveRun } from "#domain/checkouts/command-run.ts";
import { ServiceError } from "#domain/errors.ts";
import { nearestNameHint } from "#domain/nearest-name.ts";
import type { Row } from "#store/tables.ts";

import { chosenProxy } from "../abilities/serving-proxy.ts";
import { incapable } from "../abilities/unable.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { filledText } from "../kernel/text-input.ts";
import { withDeadline } from "../kernel/with-deadline.ts";
import { sha256 } from "../proxies/engine/signatures.ts";
import { attending } from "./engine/attending.ts";
import { auditCheckout } from "./engine/audit-checkout.ts";
import { lockedCheckout, policiesOfCheckout } from "./engine/checkout-facts.ts";
import { outputOf } from "./engine/command-orders.ts";
import { allowsCommands, certainEntry, isCheckedOut, requireHeld } from "./engine/disclosure-terms.ts";
import type { LockedAccount } from "./engine/locked-account.ts";
import { noteDisclosed } from "./engine/note-disclosed.ts";

const input = z.strictObject({
  key: keyInput,
  /** Name of the command in the policy's list. */
  command: filledText(100),
  /** Code of the second person who is present. */
  code: filledText(100).nullable().default(null),
});

/** Output of a command; it is not stored. */
export interface RunCommand extends CommandOutput {
  /** Key of the disclosure as which it is recorded. */
  readonly key: string;
}

/**
 * Runs a listed command of the policy on a proxy with a checked-out password, once, and returns its output; the password stays with the
 * proxy. An exit code other than 0 is an answer as well.
 * @throws NOT_FOUND, FORBIDDEN, CHECKOUT_NOT_OUT, DISCLOSURE_UNFIT, COMMAND_UNFIT with the listed names, VOUCHING_MISSING,
 * VOUCHING_INVALID, CHECKOUT_UNCERTAIN, COMMAND_RUNS, TARGET_WITHOUT_PROXY, CAPABILITY_MISSING, COMMAND_FAILED with whether it may have run
 */
export const runCheckoutCommand = defineOperation({
  name: "checkouts.runCommand",
  input,
  callers: ["user"],
  policies: policiesOfCheckout("runCommand"),
  offered: isCheckedOut,
  audit: { operation: "CHRN", describe: ({ key, command }) => ({ batchId: key, message: command }) },
  async prepare(context, wanted): Promise<RunCommand> {
    const run = await begun(context, wanted);
    context.nudge();
    return answerOf(context, wanted.command, run);
  },
  run: async (_context, _wanted, answer) => answer,
});

interface BegunRun {
  readonly key: string;
  readonly disclosureKey: string;
}

/** Begins a command. The disclosure counts from here on, because a proxy cannot forget the password. */
function begun(context: CallContext, { key, command: name, code }: z.output<typeof input>): Promise<BegunRun> {
  const { store, ids, clock, caller } = context;
  return store.transaction(async () => {
    await context.precondition?.(context);
    const seen = await visibleRow(context, { table: "checkouts", key });
    // The request's ledger records the disclosure; requests are locked before accounts.
    if (seen.requestKey !== null) await store.lock("reqbatch", seen.requestKey);
    const { checkout, locked } = await lockedCheckout(context, key, seen);
    await requireHeld(context, checkout);
    const { command } = await listedCommand(context, locked.policy, name);
    if (certainEntry(locked.tree) === undefined) throw new ServiceError("CHECKOUT_UNCERTAIN", { target: "key" });
    const place = await placeOf(context, locked);
    await requireNoOther(context, key);
    const attendedByKey = await attending(context, locked, code);
    const now = clock.now();
    const disclosure = await store.add("disclosures", {
      key: ids.guid(),
      checkoutKey: key,
      userKey: caller.key ?? "",
      plugin: commandWay,
      attendedByKey,
      sessionKey: caller.sessid,
      address: caller.ip ?? null,
      module: caller.module,
      tokenHash: sha256(ids.token()),
      createdAt: now,
      expiresAt: now,
    });
    // As for every disclosure: it is marked as used.
    await store.save("disclosures", { key: disclosure.key, usedAt: now });
    const run = { key: ids.guid(), checkoutKey: key, ...place, command, requestId: caller.requestId };
    await store.add("commandRuns", { ...run, expiresAt: now + commandRunMs });
    await store.outbox.add({ workflowType: commandRunWorkflow, workflowId: run.key });
    const message = `given to a proxy by ${commandWay} at ${caller.module} for the command ${name}: ${checkout.reason}`;
    await auditCheckout(context, checkout, { operation: "CHKO", message });
    noteDisclosed(context, checkout, disclosure);
    return { key: run.key, disclosureKey: disclosure.key };
  });
}

/**
 * Returns the command with a name in a policy's list.
 * @throws DISCLOSURE_UNFIT, COMMAND_UNFIT
 */
async function listedCommand(
  { store }: CallContext,
  policy: LockedAccount["policy"],
  name: string,
): Promise<Row<"listedCommands">> {
  if (policy === undefined || !allowsCommands(policy)) {
    const message = `The policy '${policy?.id ?? ""}' does not allow ${commandWay}, so no command is run with its passwords.`;
    throw new ServiceError("DISCLOSURE_UNFIT", { target: "key", message });
  }
  const listed = await store.select("listedCommands", { where: { policyId: policy.id }, orderBy: [["name", "asc"]] });
  const found = listed.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = listed.map((one) => one.name);
  const all = names.length === 0 ? "It lists none." : `It lists ${names.join(", ")}.`;
  const message = `The policy '${policy.id}' lists no command '${name}'.${nearestNameHint(name, names)} ${all}`;
  throw new ServiceError("COMMAND_UNFIT", { target: "command", message });
}

/**
 * Returns the target system and proxy of a command.
 * @throws TARGET_WITHOUT_PROXY, CAPABILITY_MISSING
 */
async function placeOf(
  context: CallContext,
  { account }: LockedAccount,
): Promise<Pick<Row<"commandRuns">, "targetSystemKey" | "proxyServer">> {
  const { store } = context;
  const { targetSystemKey = "" } = (await store.get("accounts", account.accountKey)) ?? {};
  const target = await store.get("targetSystems", targetSystemKey);
  if (target === undefined) throw new ServiceError("TARGET_WITHOUT_PROXY", { target: "key" });
  const inability = await incapable(context, target, "runCommand");
  if (inability !== undefined)
    throw new ServiceError(inability.code, { target: "key", ...(inability.message && { message: inability.message }) });
  return { targetSystemKey, proxyServer: await chosenProxy(context, target) };
}

/**
 * Throws COMMAND_RUNS if another command of a check-out is running; a row that no one waits for anymore is deleted.
 * @throws COMMAND_RUNS
 */
async function requireNoOther({ store, clock }: CallContext, checkoutKey: string): Promise<void> {
  const [other] = await store.select("commandRuns", { where: { checkoutKey }, limit: 1 });
  if (other === undefined) return;
  if (other.expiresAt > clock.now()) throw new ServiceError("COMMAND_RUNS", { target: "key" });
  await store.remove("commandRuns", other.key);
}

/**
 * Waits for the output of a command.
 * @throws COMMAND_FAILED
 */
async function answerOf(context: CallContext, command: string, { key, disclosureKey }: BegunRun): Promise<RunCommand> {
  const { store } = context;
  const waited = await withDeadline(commandRunMs, async () => {
    const row = await store.get("commandRuns", key);
    return row?.result === null ? undefined : { row };
  });
  // The report received until now is the answer: a deleted command never runs later.
  const row = await store.transaction(async () => {
    const last = await store.lock("commandRuns", key);
    await store.remove("commandRuns", key);
    return last ?? waited?.row;
  });
  const output = row && outputOf(store, row);
  if (output !== undefined) return { key: disclosureKey, ...output };
  throw new ServiceError("COMMAND_FAILED", { target: "command", message: failureWords(command, row) });
}

function failureWords(command: string, row: Row<"commandRuns"> | undefined): string {
  const words = row?.message ? ` ${row.message}` : "";
  const { sends, errorCode } = row ?? { sends: 1, errorCode: null };
  if (mayHaveRun({ sends, errorCode }))
    return `The command ${command} may have been run, or may still be running.${words}`;
  if (sends === 0) return `The command ${command} was not run: its proxy has not come for it in time. Try again later.`;
  return `The command ${command} was not run.${words}`;
}
