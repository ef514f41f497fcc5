import type { Socket } from "node:net";

import { Secret } from "#connectors/contract/index.ts";
import { isSameDn, liesBelow } from "#connectors/ldap-client/distinguished-name.ts";
import { firstStepOf, nameKey } from "#connectors/ldap-client/relative-name.ts";
import type { Logger } from "#platform/logs/log.ts";

import type { Changes, GivenPassword, Verdict } from "./changes.ts";
import { passwordModifyOid, readPasswordModify } from "./password-modify.ts";
import { addedPassword, modifiedPassword, type PasswordWrite } from "./password-writes.ts";
import { senderLimits } from "./sender-limits.ts";
import {
  fieldOf,
  ldapCodes,
  readSlapdText,
  slapdContinue,
  slapdEnd,
  slapdRefusal,
  type SlapdText,
} from "./slapd-text.ts";
import type { KeptChange } from "./spool.ts";
import type { Turns } from "./turns.ts";

/** Entries whose passwords are reported. */
export interface ReportedEntries {
  /** DN below which the accounts of the target system are. */
  readonly accounts: string;
  /** Attribute in the DN of an account that holds its name. */
  readonly naming: string;
  /** DNs whose own changes are left out. */
  readonly leaveOut: readonly string[];
}

/** Services of the socket for slapd. */
export interface SlapdOptions {
  readonly changes: Changes;
  readonly turns: Turns;
  readonly entries: ReportedEntries;
  readonly log: Logger;
}

/** Change that slapd is making. */
interface Pending {
  /** Password of an extended operation, until slapd writes its hash; absent for other changes. */
  readonly password?: GivenPassword;
  /** True if that password was judged. */
  readonly isJudged?: boolean;
  /** Account whose turn it is; absent before it is known. */
  readonly account?: string;
  kept?: KeptChange;
  timer?: NodeJS.Timeout;
}

interface Keeping {
  readonly shortId: string;
  readonly password: GivenPassword;
}

const allowed = { allowed: true } as const;
const textMaxBytes = 8 * 1024 * 1024;
const idleMs = 60_000;
// A result comes unless slapd has ended; an extended operation that fails early has none.
const resultMs = 30_000;
// Written by slapd itself, as a consumer of a replication: -1 without a sign.
const noConnection = "18446744073709551615";

/** Returns what serves one connection of slapd: each has one request, or one result, which gets no answer. */
export function serveSlapd(options: SlapdOptions): (socket: Socket) => void {
  const calls = slapdCalls(options);
  return (socket) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    socket.setTimeout(idleMs, () => socket.destroy());
    let ending = Buffer.alloc(0);
    socket.on("data", (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      ending = Buffer.concat([ending.subarray(-1), part.subarray(-2)]).subarray(-2);
      if (bytes > textMaxBytes) {
        options.log.warn({ bytes }, "A request of slapd is too long; a password in it is not reported.");
        socket.removeAllListeners("data").end(slapdContinue);
      } else if (ending.toString("latin1") === slapdEnd) {
        socket.removeAllListeners("data");
        void calls.answer(readSlapdText(Buffer.concat(parts))).then(
          (text) => socket.end(text),
          (error: unknown) => {
            options.log.error({ err: error }, "A request of slapd could not be answered; slapd refuses it.");
            socket.destroy();
          },
        );
      }
    });
    socket.on("end", () => socket.end());
  };
}

/** Answers of the sender to slapd. */
export interface SlapdCalls {
  /** Returns the answer to a request; empty after a result. Rejects if the disk fails. */
  answer(text: SlapdText): Promise<string>;
}

/** Makes the answers to slapd. */
export function slapdCalls({ changes, turns, entries, log }: SlapdOptions): SlapdCalls {
  const pending = new Map<string, Pending>();
  let isConnectionMissed = false;

  function remember(call: string, change: Pending): void {
    // The same number once more: slapd was started again before it had answered.
    leave(call, "uncertain");
    pending.set(call, change);
    change.timer = setTimeout(() => leave(call, "uncertain"), resultMs).unref();
  }

  function leave(call: string, ending: "made" | "refused" | "uncertain"): void {
    const change = pending.get(call);
    if (change === undefined) return;
    pending.delete(call);
    clearTimeout(change.timer);
    change.kept?.[ending]();
    if (change.account !== undefined) turns.end(change.account);
  }

  function refuse(call: string, verdict: Verdict): string {
    leave(call, "refused");
    return slapdRefusal(ldapCodes.constraintViolation, verdict.allowed ? "" : verdict.messages.join(" "));
  }

  async function write(call: string, dn: string, written: PasswordWrite): Promise<string> {
    const extended = written === "hashed" ? pending.get(call) : undefined;
    // slapd writes the hash of an extended operation by a modification with the same number.
    const password = extended?.password ?? givenOf(written);
    const isJudged = extended?.isJudged === true;
    const shortId = nameIn(dn, entries);
    if (password === undefined || shortId === undefined) return slapdContinue;
    const account = nameKey(dn);
    await turns.take(account);
    const change: Pending = { account };
    remember(call, change);
    const verdict = isJudged ? allowed : await judge(shortId, password);
    if (!verdict.allowed) return refuse(call, verdict);
    if (typeof password === "string")
      log.warn({ account: dn, reason: password }, "A change is reported without its password.");
    return keep(call, change, { shortId, password });
  }

  async function judge(shortId: string, password: GivenPassword): Promise<Verdict> {
    return password instanceof Secret ? changes.judge({ shortId }, password) : allowed;
  }

  async function keep(call: string, change: Pending, { shortId, password }: Keeping): Promise<string> {
    const { kept, ...verdict } = await changes.keep({ shortId }, password);
    if (kept !== undefined) change.kept = kept;
    // It took so long that its time was over.
    if (pending.get(call) !== change) kept?.uncertain();
    return verdict.allowed ? slapdContinue : refuse(call, verdict);
  }

  async function extend(call: string, text: SlapdText): Promise<string> {
    const request = fieldOf(text, "oid") === passwordModifyOid ? readPasswordModify(valueOf(text)) : undefined;
    const password = request?.password === undefined ? "generated" : givenOf(request.password);
    if (request === undefined || password === undefined) return slapdContinue;
    const bound = fieldOf(text, "binddn") ?? "";
    const dn = request.user ?? bound;
    const shortId = nameIn(dn, entries);
    // slapd asks before it looks at rights: whoever may not change an entry must not learn if a password would do for it.
    const isJudged = shortId !== undefined && isSameDn(dn, bound);
    const verdict = isJudged ? await judge(shortId, password) : allowed;
    if (!verdict.allowed) return refuse(call, verdict);
    remember(call, { password, isJudged });
    return slapdContinue;
  }

  function finish(call: string, text: SlapdText): void {
    const code = Number(fieldOf(text, "code") ?? Number.NaN);
    if (code === ldapCodes.success) leave(call, "made");
    // A negative code is none of LDAP: the operation was given up, perhaps after the change.
    else leave(call, code > 0 ? "refused" : "uncertain");
  }

  return {
    async answer(text) {
      const connection = fieldOf(text, "connid");
      const call = `${connection}/${fieldOf(text, "msgid")}`;
      if (text.command === "RESULT") {
        finish(call, text);
        return "";
      }
      const bound = fieldOf(text, "binddn");
      if (connection === undefined || bound === undefined) {
        if (!isConnectionMissed) log.error("slapd names no connections. Set olcDbSocketExtensions to: binddn connid");
        isConnectionMissed = true;
        return slapdContinue;
      }
      if (connection === noConnection || entries.leaveOut.some((dn) => isSameDn(dn, bound))) return slapdContinue;
      const dn = fieldOf(text, "dn") ?? "";
      if (text.command === "MODIFY") return write(call, dn, modifiedPassword(text));
      if (text.command === "ADD") return write(call, dn, addedPassword(text));
      if (text.command === "EXTENDED") return extend(call, text);
      return slapdContinue;
    },
  };
}

/** Returns the name of an account by its DN; undefined for other entries. */
function nameIn(dn: string, { accounts, naming }: ReportedEntries): string | undefined {
  if (!liesBelow(dn, accounts)) return undefined;
  const name = firstStepOf(dn).find(({ attribute }) => attribute.toLowerCase() === naming.toLowerCase())?.value;
  if (name === undefined || name === "" || Buffer.byteLength(name) > senderLimits.nameMaxBytes) return undefined;
  return name;
}

function givenOf(written: PasswordWrite): GivenPassword | undefined {
  if (written === "none" || written === "removed") return undefined;
  if (typeof written === "string") return written;
  try {
    return new Secret(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(written));
  } catch {
    return "unreadable";
  }
}

function valueOf({ lines }: SlapdText): Buffer | undefined {
  const value = lines.find(({ name }) => name === "value")?.value.toString("latin1");
  return value === undefined ? undefined : Buffer.from(value, "base64");
}
