import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import {
  pluginIdleMs,
  pluginIdleProcessesMax,
  pluginProcessesMax,
  pluginRestartPauseMs,
  pluginRestartPauseMsMax,
  pluginStartMs,
  pluginWaitingMax,
} from "#domain/plugin-limits.ts";

import { PluginFailure } from "./plugin-words.ts";
import { RunningPlugin } from "./running-plugin.ts";

/** Busy processes of one version of one file, and the calls that wait for one. */
interface Lane {
  readonly file: string;
  readonly version: string;
  readonly working: Set<RunningPlugin>;
  readonly waiting: (() => void)[];
  /** Number of successive calls that ended their process: after one, only one process at a time is used. */
  endedInARow: number;
  /** Reason why the last of these processes ended. */
  lastEnd: string;
  /** Earliest start of the next process, by `performance.now()`. */
  restsUntilMs: number;
}

/** Delays the next start of a process with an exponential backoff, as a circuit breaker does. */
function rest(lane: Lane, why: unknown, firstPauseMs: number): void {
  lane.lastEnd = why instanceof Error ? why.message : String(why);
  const pauseMs = firstPauseMs * 2 ** lane.endedInARow++;
  lane.restsUntilMs = performance.now() + Math.min(pauseMs, pluginRestartPauseMsMax);
}

function restingFailure({ lastEnd, endedInARow }: Lane, restMs: number): PluginFailure {
  const seconds = Math.ceil(restMs / 1000);
  return new PluginFailure(`${lastEnd} (such calls in a row: ${endedInARow}); it is asked again in ${seconds} s`);
}

/** Options of the processes, if they differ from those of the service. */
export interface PluginProcessesOptions {
  /** First pause in milliseconds before a process that ended in a call is restarted. */
  readonly restartPauseMs?: number;
  /** Priority of the processes below that of this process, in steps of the system's nice value. */
  readonly priorityBelow?: number;
}

const neverEnded = { endedInARow: 0, lastEnd: "", restsUntilMs: 0 } as const;

interface Idle {
  readonly lane: Lane;
  readonly timer: NodeJS.Timeout;
}

/**
 * Keeps the processes of plug-ins warm: each answers one call at a time, a file has two at most, and a few may be idle. A file that has
 * changed gets new processes. The processes of one file do not affect those of others.
 */
export class PluginProcesses {
  readonly #lanes = new Map<string, Lane>();
  /** Idle processes, longest idle first. */
  readonly #idle = new Map<RunningPlugin, Idle>();
  readonly #stray: (file: string) => void;
  readonly #options: PluginProcessesOptions;

  /** Calls `stray` for a plug-in that failed after it had answered. */
  constructor(stray: (file: string) => void, options: PluginProcessesOptions = {}) {
    this.#stray = stray;
    this.#options = options;
  }

  /**
   * Runs `work` with a process of a file. The process is ended when `work` throws, unless the error comes from the plug-in itself.
   * @throws PluginFailure when it takes longer than `withinMs`, waiting included; only the start of a process is not counted
   */
  async use<T>(file: string, withinMs: number, work: (plugin: RunningPlugin) => Promise<T>): Promise<T> {
    const lane = this.#laneOf(file);
    const over = Promise.withResolvers<never>();
    over.promise.catch(() => undefined);
    const ending = (ms: number) =>
      setTimeout(() => over.reject(new PluginFailure(`it took longer than ${withinMs} ms`)), ms);
    const askedAtMs = performance.now();
    let timer = ending(withinMs);
    let plugin: RunningPlugin | undefined;
    try {
      plugin = await this.#take(lane, over.promise, askedAtMs + withinMs);
      const leftMs = withinMs - (performance.now() - askedAtMs);
      clearTimeout(timer);
      timer = ending(pluginStartMs);
      await Promise.race([plugin.ready, over.promise]);
      clearTimeout(timer);
      timer = ending(leftMs);
      const done = await Promise.race([work(plugin), over.promise]);
      lane.endedInARow = 0;
      return done;
    } catch (error) {
      if (plugin && !(error instanceof PluginFailure && error.own !== undefined)) {
        rest(lane, error, this.#options.restartPauseMs ?? pluginRestartPauseMs);
        await plugin.end();
      }
      throw error;
    } finally {
      clearTimeout(timer);
      if (plugin) this.#giveBack(lane, plugin);
    }
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    const working = [...this.#lanes.values()].flatMap((lane) => [...lane.working]);
    await Promise.all([...working, ...this.#idle.keys()].map((plugin) => plugin.end()));
  }

  #laneOf(file: string): Lane {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile()) throw new PluginFailure("there is no such file");
    const { mtimeMs, size, ino } = found;
    const version = `${ino} ${size} ${mtimeMs}`;
    const known = this.#lanes.get(file);
    if (known?.version === version) return known;
    const lane = { file, version, working: new Set<RunningPlugin>(), waiting: [], ...neverEnded };
    this.#lanes.set(file, lane);
    for (const [plugin, idle] of this.#idle) if (idle.lane === known) void this.#woken(plugin, idle).end();
    return lane;
  }

  async #take(lane: Lane, over: Promise<never>, endsAtMs: number): Promise<RunningPlugin> {
    let idle: RunningPlugin | undefined;
    for (;;) {
      while (lane.working.size >= (lane.endedInARow > 0 ? 1 : pluginProcessesMax)) await this.#turn(lane, over);
      idle = this.#idleOf(lane);
      const restMs = lane.restsUntilMs - performance.now();
      if (idle !== undefined || restMs <= 0) break;
      if (lane.restsUntilMs >= endsAtMs) throw restingFailure(lane, restMs);
      await Promise.race([sleep(restMs), over]);
    }
    const plugin = idle ?? new RunningPlugin(lane.file, () => this.#stray(lane.file), this.#options.priorityBelow);
    plugin.keep(true);
    lane.working.add(plugin);
    return plugin;
  }

  async #turn({ waiting }: Lane, over: Promise<never>): Promise<void> {
    if (waiting.length >= pluginWaitingMax) throw new PluginFailure(`${pluginWaitingMax} calls wait for it already`);
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    try {
      await Promise.race([promise, over]);
    } finally {
      const at = waiting.indexOf(resolve);
      if (at >= 0) waiting.splice(at, 1);
    }
  }

  #idleOf(lane: Lane): RunningPlugin | undefined {
    for (const [plugin, idle] of this.#idle) {
      if (idle.lane === lane && this.#woken(plugin, idle).isThere) return plugin;
    }
    return undefined;
  }

  #woken(plugin: RunningPlugin, { timer }: Idle): RunningPlugin {
    clearTimeout(timer);
    this.#idle.delete(plugin);
    return plugin;
  }

  #giveBack(lane: Lane, plugin: RunningPlugin): void {
    lane.working.delete(plugin);
    if (plugin.isThere && this.#lanes.get(lane.file) === lane) this.#rest(lane, plugin);
    else void plugin.end();
    lane.waiting.shift()?.();
  }

  #rest(lane: Lane, plugin: RunningPlugin): void {
    plugin.keep(false);
    const idle = { lane, timer: setTimeout(() => void this.#woken(plugin, idle).end(), pluginIdleMs) };
    idle.timer.unref();
    this.#idle.set(plugin, idle);
    const [longest] = this.#idle;
    if (longest && this.#idle.size > pluginIdleProcessesMax) void this.#woken(...longest).end();
  }
}
