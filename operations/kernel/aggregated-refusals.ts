import { gatheredKindsMax, gatheredNamesMax, gatheredRowsAtOnce } from "#domain/audit-limits.ts";
import type { ModuleName } from "#domain/module-name.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";
import type { Logger } from "#platform/logs/log.ts";
import { networkOf } from "#platform/networks.ts";
import type { AuditRow } from "#store/audit/audit.ts";
import { withModule } from "#store/module-scope.ts";
import type { Store } from "#store/store.ts";

import { isUnknownName } from "./stranger-name.ts";

/** A call that was refused, or changed nothing, as the audit would tell of it alone. */
export interface AggregatedRefusal {
  readonly row: AuditRow;
  readonly module: ModuleName;
}

/** Dependencies of the aggregation. */
export interface AggregationParts {
  readonly store: Pick<Store, "transaction" | "audit">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
}

/** Calls of one kind in one minute, by the name that they are about, if it is known. */
interface Kind {
  readonly minute: number;
  readonly counts: Map<string, Count>;
}

interface Count extends AggregatedRefusal {
  calls: number;
  readonly firstAt: number;
  lastAt: number;
}

const minuteMs = 60_000;

/**
 * Gathers calls that were refused or changed nothing, so that a flood of them fills no disk. Of each kind in a minute, the first call gets
 * its row at once. The others get one row together, with their number, when the minute is over. A kind is network, interface, caller,
 * operation and code. Counts not yet written are only in memory.
 */
export class AggregatedRefusals {
  readonly #parts: AggregationParts;
  readonly #kinds = new Map<string, Kind>();
  readonly #writing = new Set<Promise<void>>();
  #kept: Count[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: AggregationParts) {
    this.#parts = parts;
  }

  /** True for the first call of its kind in its minute: its row is to be written at once. Every further one is for `count`. */
  isFirst(call: AggregatedRefusal): boolean {
    const { name } = this.#kindOf(call);
    if (this.#kinds.has(name)) return false;
    this.#kinds.set(name, { minute: this.#minute(), counts: new Map() });
    this.#writeAtFullMinute();
    return true;
  }

  /** Counts a call that is not the first, or whose row could not be written. */
  count(call: AggregatedRefusal): void {
    const { name, network } = this.#kindOf(call);
    const kind = this.#kinds.get(name) ?? { minute: this.#minute(), counts: new Map<string, Count>() };
    this.#kinds.set(name, kind);
    const { ident = null } = call.row;
    const known = ident === null || isUnknownName(ident) ? "" : ident;
    const about = kind.counts.has(known) || kind.counts.size < gatheredNamesMax ? known : "";
    const now = this.#parts.clock.now();
    const counted = kind.counts.get(about);
    if (counted) Object.assign(counted, { calls: counted.calls + 1, lastAt: now });
    else kind.counts.set(about, { ...gathered(call, about, network), calls: 1, firstAt: now, lastAt: now });
    this.#writeAtFullMinute();
  }

  /** Takes back that a call was the first, because nothing was written of it and it is no refusal of its kind. */
  release(call: AggregatedRefusal): void {
    const { name } = this.#kindOf(call);
    if (this.#kinds.get(name)?.counts.size === 0) this.#kinds.delete(name);
  }

  /** Writes the row of a first call, or counts a further one; it never fails. */
  async note(call: AggregatedRefusal): Promise<void> {
    if (!this.isFirst(call)) return this.count(call);
    const written = this.#write([call]).catch((error: unknown) => {
      this.#parts.log.warn({ err: error }, "A refused call could not be audited at once; it is counted.");
      this.count(call);
    });
    this.#writing.add(written);
    await written.finally(() => this.#writing.delete(written));
  }

  /** Writes the counts. It never fails: counts that could not be written are retried at the end of the next minute. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#writeCounts());
    return this.#flushing;
  }

  /** Writes the counts for the last time and stops the timer. */
  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }

  #minute(): number {
    return Math.floor(this.#parts.clock.now() / minuteMs);
  }

  #kindOf({ row, module }: AggregatedRefusal): { readonly name: string; readonly network: string | null } {
    const { actor, operation, result, ip } = row;
    const network = networkOf(ip ?? "");
    const nameIn = (place: string | null) =>
      JSON.stringify([this.#minute(), place, module, actor, operation, result, codeOf(row)]);
    const name = nameIn(network);
    // Beyond this number of kinds, networks are no longer told apart.
    if (this.#kinds.has(name) || this.#kinds.size < gatheredKindsMax) return { name, network };
    return { name: nameIn(null), network: null };
  }

  #writeAtFullMinute(): void {
    const untilMs = minuteMs - (this.#parts.clock.now() % minuteMs);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, untilMs).unref();
  }

  async #writeCounts(): Promise<void> {
    await Promise.all(this.#writing);
    const counts = [...this.#kept, ...this.#taken()];
    this.#kept = [];
    while (counts.length > 0) {
      const some = counts.slice(0, gatheredRowsAtOnce);
      try {
        await this.#write(some.map((counted) => this.#rowOfCount(counted)));
      } catch (error) {
        this.#parts.log.warn(
          { err: error, rows: counts.length },
          "Counts of refused calls wait: they cannot be audited.",
        );
        this.#kept = counts;
        this.#writeAtFullMinute();
        return;
      }
      counts.splice(0, some.length);
    }
  }

  /** Removes and returns the counts. A kind of a past minute is forgotten; one of this minute has had its first call. */
  #taken(): Count[] {
    const minute = this.#minute();
    const counts: Count[] = [];
    for (const [name, kind] of this.#kinds) {
      counts.push(...kind.counts.values());
      kind.counts.clear();
      if (kind.minute !== minute) this.#kinds.delete(name);
    }
    return counts;
  }

  #rowOfCount({ row, module, calls, firstAt, lastAt }: Count): AggregatedRefusal {
    const message = `${codeOf(row)}: ${calls} more from ${timeOf(firstAt)} to ${timeOf(lastAt)} UTC`;
    return { module, row: { ...row, calls, message, sessid: this.#parts.ids.guid() } };
  }

  async #write(calls: readonly AggregatedRefusal[]): Promise<void> {
    const { store } = this.#parts;
    await store.transaction(async () => {
      for (const { row, module } of calls) await withModule(module, () => store.audit(row));
    });
  }
}

/** Returns the audit row for several calls: its user and network, and nothing that only one of the calls has sent. */
function gathered({ row, module }: AggregatedRefusal, about: string, network: string | null): AggregatedRefusal {
  const { sessid, operation, result, actor = null, message = null, ident = null, recipient = null } = row;
  const whole = network === null || network.includes("::") || !network.includes(":") ? network : `${network}::/64`;
  const known = about === "" ? {} : { ident, recipient };
  return { module, row: { sessid, actor, operation, result, message, ip: whole === "" ? null : whole, ...known } };
}

/** Returns the words up to the first colon: the code of the refusal. */
function codeOf({ message }: AuditRow): string {
  return (message ?? "").split(":", 1)[0] ?? "";
}

function timeOf(moment: number): string {
  const [, time = ""] = new Date(moment).toISOString().split(/T|\./);
  return time;
}
