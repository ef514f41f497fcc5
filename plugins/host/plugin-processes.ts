import { statSync } from "node:fs";

import {
  pluginIdleMs,
  pluginIdleProcessesMax,
  pluginProcessesMax,
  pluginStartMs,
  pluginWaitingMax,
} from "#domain/plugin-limits.ts";

import { PluginFailure } from "./plugin-words.ts";
import { RunningPlugin } from "./running-plugin.ts";

/** The processes of one version of one file that work, and the calls that wait for one. */
interface Lane {
  readonly file: string;
  readonly version: string;
  readonly working: Set<RunningPlugin>;
  readonly waiting: (() => void)[];
  /** Whether its last call ended its process: then one at a time is enough. */
  isSuspect: boolean;
}

interface Idle {
  readonly lane: Lane;
  readonly timer: NodeJS.Timeout;
}

/**
 * Keeps the processes of plug-ins warm: each answers one call at a time, a file has two at most, and some may be without work.
 * A file that has changed gets new ones. What one file does to its own is no concern of the others.
 */
export class PluginProcesses {
  readonly #lanes = new Map<string, Lane>();
  /** Those without work, the one that has waited longest first. */
  readonly #idle = new Map<RunningPlugin, Idle>();
  readonly #stray: (file: string) => void;

  /** `stray` hears of a plug-in that has failed after it had answered. */
  constructor(stray: (file: string) => void) {
    this.#stray = stray;
  }

  /**
   * Lets `work` use a process of a file. It is ended when that throws, unless the plug-in itself says what failed.
   * @throws PluginFailure when it takes longer than it may, waiting included; only the begin of a process is not counted
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
      plugin = await this.#take(lane, over.promise);
      const leftMs = withinMs - (performance.now() - askedAtMs);
      clearTimeout(timer);
      timer = ending(pluginStartMs);
      await Promise.race([plugin.ready, over.promise]);
      clearTimeout(timer);
      timer = ending(leftMs);
      const done = await Promise.race([work(plugin), over.promise]);
      lane.isSuspect = false;
      return done;
    } catch (error) {
      if (plugin && !(error instanceof PluginFailure && error.own !== undefined)) {
        lane.isSuspect = true;
        await plugin.end();
      }
      throw error;
    } finally {
      clearTimeout(timer);
      if (plugin) this.#giveBack(lane, plugin);
    }
  }

  /** Ends all of them. */
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
    const lane = { file, version, working: new Set<RunningPlugin>(), waiting: [], isSuspect: false };
    this.#lanes.set(file, lane);
    for (const [plugin, idle] of this.#idle) if (idle.lane === known) void this.#woken(plugin, idle).end();
    return lane;
  }

  async #take(lane: Lane, over: Promise<never>): Promise<RunningPlugin> {
    while (lane.working.size >= (lane.isSuspect ? 1 : pluginProcessesMax)) await this.#turn(lane, over);
    const plugin = this.#idleOf(lane) ?? new RunningPlugin(lane.file, () => this.#stray(lane.file));
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
